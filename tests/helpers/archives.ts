import { deflateRawSync } from "node:zlib";

interface File {
  name: string;
  content: string | Uint8Array;
  /** The unpacked size that the archive states; by default the true size. */
  claimed?: number;
  stored?: boolean;
  flags?: number;
}

/**
 * Returns a ZIP archive, whose stated sizes can be wrong. It has no checksums, because the code under test does not
 * read them.
 */
export function zipOf(files: readonly File[], comment = ""): Uint8Array<ArrayBuffer> {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claimed, stored = false, flags = 0 } of files) {
    const bytes = Buffer.from(content);
    const packed = stored ? bytes : deflateRawSync(bytes, { level: 9 });
    const nameBytes = Buffer.from(name);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(flags, 2);
    shared.writeUInt16LE(stored ? 0 : 8, 4);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(claimed ?? bytes.length, 18);
    shared.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), shared, nameBytes, packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    entries.push(
      Buffer.concat([Buffer.from("PK\u0001\u0002"), Buffer.from([20, 0]), shared, place, nameBytes]),
    );
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  end.writeUInt16LE(Buffer.byteLength(comment), 16);
  return new Uint8Array(
    Buffer.concat([...locals, directory, Buffer.from("PK\u0005\u0006"), end, Buffer.from(comment)]),
  );
}
