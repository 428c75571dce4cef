// @vitest-environment jsdom
import type { FingerprintSetup, FingerprintTest, TestedSession } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { environmentId, pageAddress, stubConsoleApi, unanswered } from '../../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { withReadAccess } from '../../../platform/testing/session.ts'
import { fillField, pressButton } from '../../../platform/testing/user-input.ts'
import { Component as SetupPage } from './setup-page.tsx'
import { stubFingerprinting } from './testing/fingerprinting-stub.ts'
import { Component as TryPage } from './try-page.tsx'

const sessionId = '0198a000-0000-4000-8000-0000000000aa'
const at = (second: number) => `2025-11-20T12:00:0${second}.000Z`
const stored: TestedSession = {
  sessionId,
  at: at(0),
  deviceId: '0198a000-0000-7000-8000-00000000000d',
  botScore: 62,
  attributes: { userAgentBrowser: 'Firefox', sessionCount: '3', ownFinding: 'yes' },
  ipAddressHistory: [],
}
const catalogue: FingerprintTest['catalogue'] = [
  { name: 'userAgentBrowser', label: 'User Agent Browser', category: 'BrowserUserAgent' },
  { name: 'userAgentMobile', label: 'User Agent Mobile', category: 'BrowserUserAgent' },
]
const setup: FingerprintSetup = { origin: 'http://localhost:3000', hosts: [], latest: null }
let overview: () => unknown
let read: () => unknown
beforeEach(() => {
  stubLayout()
  overview = () => setup
  read = () => ({ session: stored, catalogue })
  stubConsoleApi({ 'fingerprinting.overview': () => overview(), 'fingerprinting.read': () => read() })
})

const stepsShown = () =>
  within(screen.getByRole('list', { name: 'Steps of the test' }))
    .getAllByRole('listitem')
    .map(item => item.dataset.status)
const withSession = `${pageAddress}${pageAddress.includes('?') ? '&' : '?'}session=${sessionId}`
const refuse = () => {
  throw new ORPCError('INTERNAL_SERVER_ERROR')
}

describe('the page that tries device fingerprinting', () => {
  it('runs the script as a shop does, and shows what the service stored', async () => {
    const script = stubFingerprinting()
    let reads = 0
    read = () => ({ session: { ...stored, at: at(reads++) }, catalogue })
    const router = renderFailingPage(createElement(TryPage))
    expect(await screen.findByText('No test has run yet')).toBeTruthy()
    await pressButton('Run test')
    const { src } = await script.added()
    const parameters = new URL(src).searchParams
    expect(parameters.get('instanceId')).toBe(environmentId)
    expect(parameters.get('pageId')).toBe('tst')
    expect(new URLSearchParams(router.state.location.search).get('session')).toBe(parameters.get('session_id'))
    act(() => script.load())
    await waitFor(() => expect(stepsShown()).toEqual(Array.from({ length: 5 }, () => 'passed')))
    expect(screen.getByText('62')).toBeTruthy()
    expect(screen.getByRole('row', { name: /User Agent Browser.*Firefox/ })).toBeTruthy()
    expect(screen.getByRole('row', { name: /User Agent Mobile.*Not observed/ })).toBeTruthy()
    expect(screen.getByRole('row', { name: /ownFinding.*yes/ })).toBeTruthy()
    expect(document.querySelector('#fpt_frame')).toBeNull()
  })

  it('says that the cookie was refused when a second record changed nothing', async () => {
    const script = stubFingerprinting()
    renderFailingPage(createElement(TryPage))
    await pressButton('Run test')
    await script.added()
    act(() => script.load())
    expect(await screen.findByText(/^The browser did not send the cookie back/)).toBeTruthy()
    expect(stepsShown()).toEqual(['passed', 'passed', 'passed', 'passed', 'failed'])
  })

  it('names a blocked script, and the directive that blocked it', async () => {
    const script = stubFingerprinting()
    read = () => ({ session: null, catalogue })
    renderFailingPage(createElement(TryPage))
    await pressButton('Run test')
    const element = await script.added()
    const violation = { disposition: 'enforce', effectiveDirective: 'script-src-elem', blockedURI: element.src }
    act(() => {
      document.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), violation))
      element.dispatchEvent(new Event('error'))
    })
    expect(await screen.findByText('Blocked by a Content-Security-Policy')).toBeTruthy()
    expect(screen.getByText('script-src-elem')).toBeTruthy()
    expect(stepsShown()).toEqual(['failed', 'waiting', 'waiting', 'waiting', 'waiting'])
    expect(screen.getByText(/^The browser did not load/).textContent).toContain('http://localhost:3000/mdt.js')
    expect(screen.queryByText('62')).toBeNull()
  })

  it.each([
    ['an empty script', { empty: true }, /^The script is empty/, 0],
    ['attributes that were refused', { response: 'ServerError' }, /^The service did not receive/, 2],
  ])('names %s', async (_name, answer, text, step) => {
    const script = stubFingerprinting(answer)
    renderFailingPage(createElement(TryPage))
    await pressButton('Run test')
    await script.added()
    act(() => script.load())
    expect(await screen.findByText(text)).toBeTruthy()
    expect(stepsShown().indexOf('failed')).toBe(step)
  })

  it.each([
    ['was not stored', () => ({ session: null, catalogue }), /^The service has no session/],
    ['cannot be read', refuse, /^The stored session could not be read/],
  ])('invents no result where the session %s', async (_name, answer, text) => {
    const script = stubFingerprinting()
    read = answer
    renderFailingPage(createElement(TryPage))
    await pressButton('Run test')
    await script.added()
    act(() => script.load())
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('shows an earlier test to readers, who cannot run one', async () => {
    renderFailingPage(withReadAccess(createElement(TryPage)), withSession)
    expect(await screen.findByText('62')).toBeTruthy()
    expect(screen.getByText('You can view results but not run a test.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Run/ })).toBeNull()
  })

  it('narrows the attributes by a search and by their presence', async () => {
    const router = renderFailingPage(createElement(TryPage), withSession)
    fillField(await screen.findByLabelText('Search name or value'), 'useragent')
    await waitFor(() => expect(screen.queryByRole('row', { name: /ownFinding/ })).toBeNull())
    fireEvent.click(screen.getByRole('checkbox', { name: 'Only with a value' }))
    await waitFor(() => expect(screen.queryByRole('row', { name: /User Agent Mobile/ })).toBeNull())
    expect(screen.getByRole('row', { name: /User Agent Browser/ })).toBeTruthy()
    expect(router.state.location.search).toContain('find=useragent')
    fillField(screen.getByLabelText('Search name or value'), 'nothing of this')
    expect(await screen.findByText('No attribute matches.')).toBeTruthy()
  })

  it('says that a session is unknown, and offers to try again after a failure', async () => {
    read = refuse
    renderFailingPage(createElement(TryPage), withSession)
    expect(await screen.findByText('This could not be loaded')).toBeTruthy()
    read = () => ({ session: null, catalogue })
    fireEvent.click(screen.getByRole('button', { name: /Retry|Try again/ }))
    expect(await screen.findByText(/^No test with this session ID/)).toBeTruthy()
  })
})

describe('the page that sets up device fingerprinting', () => {
  it('shows the script of the environment, and waits for a session', async () => {
    renderFailingPage(createElement(SetupPage))
    const code = await screen.findByRole('region', { name: '2. Script' })
    expect(code.textContent).toContain(
      `<script src="http://localhost:3000/mdt.js?session_id=SESSION_ID&instanceId=${environmentId}"`,
    )
    expect(screen.getByText(/^No host name is configured/)).toBeTruthy()
    expect(screen.getByText('Waiting for a session')).toBeTruthy()
    fireEvent.click(screen.getByRole('radio', { name: 'App' }))
    await waitFor(() => expect(code.textContent).toContain('POST http://localhost:3000/collect'))
  })

  it('uses a configured host name, and shows the latest session', async () => {
    overview = () => ({ ...setup, hosts: ['fpt.contoso.com'], latest: { at: at(0), pageId: 'P', attributes: 41 } })
    renderFailingPage(withReadAccess(createElement(SetupPage)))
    const code = await screen.findByRole('region', { name: '2. Script' })
    expect(code.textContent).toContain('https://fpt.contoso.com/mdt.js')
    expect(screen.getByText(/41 attributes, purchase/)).toBeTruthy()
  })

  it('shows nothing before it is loaded', async () => {
    overview = unanswered
    renderFailingPage(createElement(SetupPage))
    expect(await screen.findByRole('link', { name: 'Try device fingerprinting' })).toBeTruthy()
    expect(screen.queryByText('2. Script')).toBeNull()
  })

  it('offers to try again after a failure', async () => {
    overview = refuse
    renderFailingPage(createElement(SetupPage))
    expect(await screen.findByText('This could not be loaded')).toBeTruthy()
    overview = () => setup
    fireEvent.click(screen.getByRole('button', { name: /Retry|Try again/ }))
    expect(await screen.findByText('Waiting for a session')).toBeTruthy()
  })
})
