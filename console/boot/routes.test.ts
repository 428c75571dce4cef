// @vitest-environment jsdom
import { act, render } from '@testing-library/react'
import { createElement, type ReactElement } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { describe, expect, it, vi } from 'vitest'
import { ChunkLoadError } from '../platform/errors/chunk-errors.ts'
import { Guarded } from '../platform/permissions/guarded.tsx'
import { routePaths } from '../platform/permissions/route-table.ts'
import { discoverRoutes } from '../platform/sections/route-discovery.ts'
import { patchRoutes, prefetchPage, routes } from './routes.tsx'

const redirects: Readonly<Record<string, string>> = {
  '/data/rules/purchaserules': '/fraud/purchase/rules',
  '/data/apimanagement/configuration': '/data/apimanagement',
  '/settings/usage': '/settings/usage/summary',
}
/** The first visit of a section reads its code, which takes its time in a test. */
const codeTimeout = 60_000

const routerAt = (address: string, discover = discoverRoutes, basePath = '') =>
  createMemoryRouter([{ id: 'root', children: routes }], {
    basename: basePath || '/',
    initialEntries: [address],
    patchRoutesOnNavigation: patchRoutes(basePath, discover),
  })
type Router = ReturnType<typeof routerAt>

/** Waits until the first visit of a router is over. */
const initialised = (router: Router) =>
  vi.waitFor(() => expect(router.state.initialized).toBe(true), { timeout: codeTimeout })
/** Paths of the routes that are shown, outermost first, and where an error stands in the place of one. */
const shownPaths = ({ state }: Router) => state.matches.map(({ route }) => route.path ?? route.id)
const failedPaths = ({ state }: Router) =>
  state.matches.filter(({ route }) => state.errors?.[route.id]).map(({ route }) => route.path ?? route.id)
const shownElement = ({ state }: Router) => state.matches.at(-1)?.route.element as ReactElement | undefined

describe('the routes of a section', () => {
  it.each(routePaths.filter(path => !(path in redirects)))(
    'bring %s, which opens for whom the table says',
    { timeout: codeTimeout },
    async path => {
      const router = routerAt(path.replaceAll(':', ''))
      await initialised(router)
      expect(shownPaths(router)).toEqual(['root', 'frame', path])
      expect(shownElement(router)).toMatchObject({ type: Guarded, props: { path } })
    },
  )
  it('are added to those of other sections', async () => {
    const router = routerAt('/')
    await initialised(router)
    await router.navigate('/search/purchase/e/1')
    expect(shownPaths(router)).toEqual(['root', 'frame', '/search/:eventType/:envId/:id'])
    await router.navigate('/search/purchase/e/2')
    expect(router.state.location.pathname).toBe('/search/purchase/e/2')
    await router.navigate('/')
    expect(shownPaths(router)).toEqual(['root', 'frame', '/'])
  })
  it('are found behind the base path of an organisation', async () => {
    const router = routerAt('/harbor.example/data/lists/custom', discoverRoutes, '/harbor.example')
    await initialised(router)
    expect(shownPaths(router)).toEqual(['root', 'frame', '/data/lists/custom'])
  })
  it.each(Object.entries(redirects))('lead on from %s to %s, with query and fragment', async (path, target) => {
    const router = routerAt(path)
    await initialised(router)
    const page = createMemoryRouter(
      [
        { path, element: shownElement(router) },
        { path: target, element: null },
      ],
      { initialEntries: [`${path}?env=e#limits`] },
    )
    await act(async () => render(createElement(RouterProvider, { router: page })))
    expect(page.state.location).toMatchObject({
      pathname: target,
      search: '?env=e',
      hash: '#limits',
    })
  })
})

it.each(['/nothing/here', '/data/nothing', '/data/lists/custom/nothing'])(
  '%s, which no section has, is the not-found page inside the frame',
  async address => {
    const router = routerAt(address)
    await initialised(router)
    expect(shownPaths(router)).toEqual(['root', 'frame', '*'])
    expect(router.state.errors).toBeNull()
  },
)

describe('a section that does not arrive', () => {
  const failure = new ChunkLoadError('Search', 'error', 'https://c.example/dist/Search-abc.js')
  const failingOnce = () => vi.fn(discoverRoutes).mockRejectedValueOnce(failure)

  it('is an error inside the frame on a first visit, and fetched anew on the next', async () => {
    const discover = failingOnce()
    const router = routerAt('/search', discover)
    await initialised(router)
    expect(Object.values(router.state.errors ?? {})).toEqual([failure])
    expect(shownPaths(router).slice(0, 2)).toEqual(['root', 'frame'])
    expect(failedPaths(router)).toEqual(shownPaths(router).slice(2))
    await router.navigate('/search')
    expect(discover).toHaveBeenCalledTimes(2)
    expect(router.state.errors).toBeNull()
    expect(shownPaths(router)).toEqual(['root', 'frame', '/search'])
  })
  it('is an error inside the frame on the way from another page, which can be visited again', async () => {
    const discover = vi.fn(discoverRoutes)
    const router = routerAt('/', discover)
    await initialised(router)
    discover.mockRejectedValueOnce(failure)
    await router.navigate('/search')
    expect(router.state.location.pathname).toBe('/search')
    expect(Object.values(router.state.errors ?? {})).toEqual([failure])
    expect(failedPaths(router)).toEqual(shownPaths(router).slice(2))
    await router.navigate('/')
    expect(router.state.errors).toBeNull()
    expect(shownPaths(router)).toEqual(['root', 'frame', '/'])
  })
})

describe('the code of a page before its visit', () => {
  const load = vi.fn(async () => ({ Component: () => null }))
  const discover: typeof discoverRoutes = async () => ({
    section: 'Data/lists',
    routes: [
      { path: '/data/lists', Component: () => null },
      { path: '/data/lists/custom', load },
    ],
  })

  it('is fetched with the routes of its section', async () => {
    await prefetchPage('/data/lists', '', discover)
    expect(load).not.toHaveBeenCalled()
    await prefetchPage('/base/data/lists/custom', '/base', discover)
    expect(load).toHaveBeenCalledOnce()
  })
  it('is nothing where there is no page', async () => {
    await expect(prefetchPage('/nothing', '', async () => undefined)).resolves.toBeUndefined()
  })
})
