/** The address of a bucket, as in `DOCUMENTS_URL`: `https://host/bucket/prefix?region=us-east-1`. */

export interface BucketAddress {
  /** The bucket's URL, to which object names are appended. */
  readonly bucket: URL;
  /** The prefix of our objects' names: empty, or ends with `/`. */
  readonly prefix: string;
  readonly region: string;
}

/** The region for services that have no regions. */
const defaultRegion = 'us-east-1';

/** Matches a path without characters that need escaping, and without `..`. */
const pathForm = /^(\/[\w-][\w.-]*)+\/?$/;

/** Parses a bucket's address, or returns undefined if it is malformed. The caller checks its scheme and credentials. */
export function parseBucketAddress(text: string): BucketAddress | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const { origin, pathname, searchParams, hash } = url;
  const region = searchParams.get('region') ?? defaultRegion;
  const strange = [...searchParams.keys()].filter((name) => name !== 'region');
  if (strange.length > 0 || hash !== '' || !pathForm.test(pathname) || !/^[\w-]{1,40}$/.test(region))
    return undefined;
  const [bucket = '', ...folders] = pathname.split('/').filter((part) => part !== '');
  return {
    bucket: new URL(`/${bucket}`, origin),
    prefix: folders.map((folder) => `${folder}/`).join(''),
    region,
  };
}
