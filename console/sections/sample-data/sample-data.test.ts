// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { signOut, switchTenant } from '../../platform/session/index.ts'
import { stubLayout } from '../../platform/testing/dom-stubs.ts'
import { hookWrapper } from '../../platform/testing/hook-wrapper.ts'
import { languageWrapper } from '../../platform/testing/language-wrapper.ts'
import { SampleData } from './sample-data.tsx'
import type { MessageFromWorker, MessageToWorker, SampleTenant } from './worker-protocol.ts'

const account = (id: string, name: string) => ({ id, name, username: `${name}@example`, role: null, wids: [] })
const tenants: SampleTenant[] = [
  { id: 'harbor', name: 'Harbor', accounts: [account('ana', 'Ana')], shop: true },
  { id: 'meridian', name: 'Meridian', accounts: [account('lio', 'Lio'), account('mia', 'Mia')], shop: false },
]

/** The other end of the line to the worker: a service that is ready at once, and stores when it is let. */
class ReadyWorker extends EventTarget {
  static commands: string[] = []
  static store: () => void = () => undefined

  postMessage(message: MessageToWorker): void {
    if (message.kind === 'start') queueMicrotask(() => this.say({ kind: 'ready', tenants }))
    if (message.kind !== 'command') return
    ReadyWorker.commands.push(message.command)
    ReadyWorker.store = () => this.say({ kind: 'answer', id: message.id, value: null })
  }

  terminate(): void {}

  private say(data: MessageFromWorker): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data }))
  }
}

const assign = vi.fn()
beforeEach(() => {
  stubLayout()
  vi.stubGlobal('Worker', ReadyWorker)
  vi.stubGlobal('location', Object.assign(new URL('http://localhost:3000/'), { assign }))
  vi.stubGlobal('fetch', vi.fn())
  ReadyWorker.commands = []
  assign.mockReset()
  document.head.innerHTML = `<script type="application/json" id="site-configuration">${JSON.stringify({
    authority: 'https://sign-in.example/{tenant}',
    basePath: '/console',
    build: '20260101.1',
    features: { mockData: true },
  })}</script>`
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

const Dashboard = () => createElement('h1', null, 'Dashboard')
const load = () => Promise.resolve({ SignedIn: Dashboard })
const openPage = () => render(hookWrapper({ children: languageWrapper(createElement(SampleData, { load })) }))
const findDashboard = () => screen.findByRole('heading', { name: 'Dashboard' })
const findAccount = (name: string) => screen.findByRole('button', { name: new RegExp(`${name}@`) })

/** The page is left for the next one once what there is was stored. */
async function expectNextPage(): Promise<void> {
  await waitFor(() => expect(ReadyWorker.commands).toEqual(['saveSnapshot']))
  expect(screen.getByRole('heading').textContent).toBe('Preparing sample data…')
  expect(assign).not.toHaveBeenCalled()
  ReadyWorker.store()
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/console/'))
  cleanup()
  openPage()
}

it('signing out stores what there is and leads to a page of its own, where another account is chosen', async () => {
  openPage()
  await findAccount('Ana')
  fireEvent.click(screen.getByRole('button', { name: 'Switch organization' }))
  fireEvent.click(await findAccount('Lio'))
  await findDashboard()
  void signOut()
  await expectNextPage()
  fireEvent.click(await findAccount('Ana'))
  await findDashboard()
})

it('another organisation is a page of its own with its accounts, and the next page goes on as the same person', async () => {
  openPage()
  fireEvent.click(await findAccount('Ana'))
  await findDashboard()
  void switchTenant('meridian')
  await expectNextPage()
  fireEvent.click(await findAccount('Mia'))
  await findDashboard()
  cleanup()
  openPage()
  await findDashboard()
})
