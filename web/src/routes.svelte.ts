/** The addresses of the page, all relative to the base that the server names. */

export type Route =
  | { page: 'front' }
  | { page: 'new'; game: string }
  | { page: 'table'; table: string }
  | { page: 'review'; table: string }
  | { page: 'rules'; game: string }
  | { page: 'link' }
  | { page: 'lost' };

const base = new URL(document.querySelector('base')?.href ?? '/', location.href);

/** The address of a place in the page, or of anything else that the server holds. */
export const address = (path: string): URL => new URL(path, base);

export const to = {
  front: () => address('').pathname,
  fresh: (game: string) => address(`new/${game}`).pathname,
  table: (table: string) => address(`t/${table}`).pathname,
  review: (table: string) => address(`t/${table}/review`).pathname,
  rules: (game: string, rule = '') => address(`rules/${game}`).pathname + (rule && `#${rule}`),
};

export function routeOf(url: URL): Route {
  if (!url.pathname.startsWith(base.pathname)) return { page: 'lost' };
  const [first = '', second = '', third = ''] = url.pathname.slice(base.pathname.length).split('/');
  if (first === '') return { page: 'front' };
  if (first === 'link') return { page: 'link' };
  if (first === 'new' && second) return { page: 'new', game: second };
  if (first === 'rules' && second) return { page: 'rules', game: second };
  if (first === 't' && second && third === 'review') return { page: 'review', table: second };
  if (first === 't' && second) return { page: 'table', table: second };
  return { page: 'lost' };
}

class Here {
  route = $state.raw<Route>(routeOf(new URL(location.href)));

  constructor() {
    addEventListener('popstate', () => this.#look());
  }

  go(path: string): void {
    history.pushState(null, '', path);
    this.#look();
    scrollTo(0, 0);
  }

  /** Follow a link of our own without loading the page anew. */
  follow(click: MouseEvent): void {
    const link = (click.target as Element).closest('a');
    if (!link || link.target || link.hasAttribute('download')) return;
    if (click.defaultPrevented || click.button || click.metaKey || click.ctrlKey || click.shiftKey)
      return;
    const url = new URL(link.href);
    const ours =
      url.origin === location.origin && !url.pathname.startsWith(address('api').pathname);
    if (!ours || (url.pathname === location.pathname && url.hash)) return;
    click.preventDefault();
    this.go(url.pathname + url.search + url.hash);
  }

  #look(): void {
    this.route = routeOf(new URL(location.href));
  }
}

export const here = new Here();
