/** What a bucket stores with an object. Routes send their own headers. */
export interface ObjectMeta {
  contentType: string;
  cacheControl: string;
}

export interface StoredObject {
  /** The object's bytes. The caller must read or cancel the stream. */
  body: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** The size of the whole object, in bytes. */
  size: number;
}

/** A range of an object's bytes; both ends are included. */
export interface ByteRange {
  first: number;
  last: number;
}

/** A form with which a browser can upload one object. */
export interface UploadForm {
  url: string;
  /** Form fields, which go before the file. */
  fields: Record<string, string>;
}

export interface UploadFormRequest {
  key: string;
  contentType: string;
  /** The exact size of the file in bytes. */
  size: number;
  expiresAt: Date;
}

export interface ListedObject {
  key: string;
  writtenAt: Date;
}

/**
 * A store of uploads. Every operation ends: with its result, or with AppError UNAVAILABLE when the storage is down,
 * refuses or takes too long; the cause is logged. Keys have the form of {@link isObjectKey}; others are a bug.
 */
export interface ObjectStore {
  /** Stores an object completely or not at all; a reader never sees a part of it. */
  put(key: string, bytes: Uint8Array, meta: ObjectMeta): Promise<void>;
  /** Returns the whole object, or a range within it; null when it does not exist. */
  read(key: string, range?: ByteRange): Promise<StoredObject | null>;
  exists(key: string): Promise<boolean>;
  /** Deletes an object; a missing object is no error. */
  delete(key: string): Promise<void>;
  /** Returns a form with which a browser uploads one object directly; null where objects are files of this service. */
  formFor(wish: UploadFormRequest): Promise<UploadForm | null>;
  /** Lists all objects in a folder, in pages. */
  list(folder: string): AsyncIterable<ListedObject[]>;
}

const KEY = /^[a-z0-9][\w-]*(\/[\w-]+)*\/[\w-]+(\.[\w-]+)*$/;
const KEY_LENGTH = 512;

/**
 * Whether the text is an object key: folders and a file's name, of letters, digits, `_` and `-`; the name may have
 * extensions. No key leaves its folder.
 */
export function isObjectKey(key: string): boolean {
  return key.length <= KEY_LENGTH && KEY.test(key);
}
