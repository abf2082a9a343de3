/** Returns the URL to which browsers send a bucket's forms; AWS's own buckets are addressed by host. */
export function formUrl(where: { bucket: string; region: string; endpoint: string | undefined }): string {
  const { bucket, region, endpoint } = where;
  if (endpoint === undefined) return `https://${bucket}.s3.${region}.amazonaws.com/`;
  return `${endpoint.replace(/\/$/, "")}/${bucket}`;
}
