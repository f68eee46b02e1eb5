/** The address of a bucket, as `DOCUMENTS_URL` gives it: `https://host/bucket/prefix?region=us-east-1`. */

export interface BucketAddress {
  /** Of the bucket, by its path: what a name is put behind. */
  readonly bucket: URL;
  /** What the names of our objects begin with; empty, or ends with `/`. */
  readonly prefix: string;
  readonly region: string;
}

/** What services other than AWS take where they know of no regions. */
const defaultRegion = 'us-east-1';

/** Nothing in a path that would have to be escaped, and no step up. */
const pathForm = /^(\/[\w-][\w.-]*)+\/?$/;

/** Undefined for what is no such address. Whether it may be http, and who is in it, is for the caller. */
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
