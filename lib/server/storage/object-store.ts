/** What a bucket notes beside an object. Routes set their own headers. */
export interface ObjectMeta {
  contentType: string;
  cacheControl: string;
}

export interface StoredObject {
  /** Whoever gets it reads it or cancels it. */
  body: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Of the whole object, in bytes. */
  size: number;
}

/** Bytes of an object, both ends included. */
export interface ByteRange {
  first: number;
  last: number;
}

/** What a form must say to put one object, and until when. */
export interface UploadForm {
  url: string;
  /** Form fields, which go before the file. */
  fields: Record<string, string>;
}

export interface FormWish {
  key: string;
  contentType: string;
  /** In bytes; the file has this size and no other. */
  size: number;
  expiresAt: Date;
}

export interface ListedObject {
  key: string;
  writtenAt: Date;
}

/**
 * Where uploads are kept. Every operation ends: with its result, or with AppError UNAVAILABLE when the storage is away,
 * refuses or takes too long; its cause is logged. Keys are of {@link isObjectKey}'s form, others are a bug.
 */
export interface ObjectStore {
  /** All or nothing: a reader never sees half an object. */
  put(key: string, bytes: Uint8Array, meta: ObjectMeta): Promise<void>;
  /** All of it, or a range that lies inside; null when there is none. */
  read(key: string, range?: ByteRange): Promise<StoredObject | null>;
  exists(key: string): Promise<boolean>;
  /** Deleting what isn't there is fine. */
  delete(key: string): Promise<void>;
  /** By which a browser sends one object by itself; null where objects are files of this service. */
  formFor(wish: FormWish): Promise<UploadForm | null>;
  /** Everything below a folder, in pages. */
  list(folder: string): AsyncIterable<ListedObject[]>;
}

const KEY = /^[a-z0-9][\w-]*(\/[\w-]+)*\/[\w-]+(\.[\w-]+)*$/;
const KEY_LENGTH = 512;

/** Folders and a file's name, of letters, digits, `_` and `-`; the name may have extensions. No key leaves its folder. */
export function isObjectKey(key: string): boolean {
  return key.length <= KEY_LENGTH && KEY.test(key);
}
