/** An old page after a new server: load the page anew, once for each build. */

const KEY = 'gipfel-build';
let ours: string | undefined;

export function checkBuild(build: string | undefined): void {
  if (!build) return;
  ours ??= build;
  if (build !== ours) loadAnew(build);
}

/** Load the page anew, unless that was done for the same reason within a minute. */
export function loadAnew(reason: string): void {
  const [before, at] = (sessionStorage.getItem(KEY) ?? '').split(' ');
  if (before === reason && Date.now() - Number(at) < 60_000) return;
  sessionStorage.setItem(KEY, `${reason} ${Date.now()}`);
  location.reload();
}
