export function zipMatchesState(zip: string, state: string): boolean {
  return zip.length === state.length + 3;
}
