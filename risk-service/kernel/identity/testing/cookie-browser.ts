/**
 * The part of a browser that a sign-in by redirects needs: cookies, redirects, forms that submit themselves. For tests.
 */
export interface CookieBrowser {
  /** Follows redirects and self-submitting forms up to a page that needs input, or an address outside the provider. */
  follow: (url: string, form?: URLSearchParams, sender?: string) => Promise<{ url: URL; answer: Response }>
  /** Names and values of the cookies. */
  cookies: () => [string, string][]
}

export function createCookieBrowser(origin: string): CookieBrowser {
  const jar = new Map<string, { value: string; path: string }>()
  return {
    cookies: () => [...jar].map(([key, { value }]) => [key.split(' ')[0] ?? '', value]),
    async follow(start, form, sender = origin) {
      let url = new URL(start)
      let body = form
      for (let hop = 0; hop < 15; hop++) {
        if (/^\/(api\/auth|signed-out|)$/.test(url.pathname)) return { url, answer: new Response() }
        const cookies = [...jar]
          .filter(([, cookie]) => url.pathname.startsWith(cookie.path))
          .map(([key, cookie]) => `${key.split(' ')[0] ?? ''}=${cookie.value}`)
        const answer = await fetch(url, {
          redirect: 'manual',
          method: body ? 'POST' : 'GET',
          headers: { cookie: cookies.join('; '), ...(body ? { origin: sender } : {}) },
          ...(body ? { body } : {}),
        })
        for (const line of answer.headers.getSetCookie()) {
          const [pair = '', ...attributes] = line.split(';').map(part => part.trim())
          const [name = '', ...value] = pair.split('=')
          const path = attributes.find(part => /^path=/i.test(part))?.slice(5) ?? '/'
          const key = `${name} ${path}`
          if (value.join('=') === '' || /expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(key)
          else jar.set(key, { value: value.join('='), path })
        }
        body = undefined
        const location = answer.headers.get('location')
        if (location) {
          url = new URL(location, url)
          continue
        }
        const page = await answer.clone().text()
        const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1]
        if (!action) return { url, answer }
        url = new URL(action.replaceAll('&amp;', '&'), url)
        body = new URLSearchParams(
          [...page.matchAll(/<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g)].map(match => [
            match[1] ?? '',
            match[2] ?? '',
          ]),
        )
      }
      throw new Error('The sign-in went round in circles.')
    },
  }
}
