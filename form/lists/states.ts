export function isStateCode(x: string): boolean {
  return x.length === 2;
}
