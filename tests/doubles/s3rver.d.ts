declare module "@20minutes/s3rver" {
  import type { RequestListener } from "node:http";

  /** The part of the server that the double uses; the package has no types of its own. */
  export default class S3rver {
    constructor(options: {
      directory: string;
      silent: boolean;
      vhostBuckets: boolean;
      configureBuckets: { name: string }[];
      allowMismatchedSignatures?: boolean;
    });
    readonly logger: { close(): void };
    configureBuckets(): Promise<unknown>;
    callback(): RequestListener;
  }
}
