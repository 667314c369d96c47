/** An old page after a new server: load the page anew, once for each build. */

/** The build of this page: the server writes it in; from the sources there is none. */
const ours = document.querySelector<HTMLMetaElement>('meta[name=build]')?.content;

/** Hear which build the server holds. */
export function checkBuild(build: string | null): void {
  if (ours && build && build !== ours) loadAnew(build);
}

/** Load the page anew, unless that was done for the same reason within a minute. */
export function loadAnew(reason: string): void {
  const key = `gipfel-anew ${reason}`;
  try {
    if (Date.now() - Number(sessionStorage.getItem(key)) < 60_000) return;
    sessionStorage.setItem(key, String(Date.now()));
  } catch {
    return; // Without a memory it could go on for ever.
  }
  location.reload();
}
