// @vitest-environment jsdom
import type { HostCheck } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { environmentId, type RecordedCall, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { withReadAccess } from '../../../platform/testing/session.ts'
import { fillField, pressButton } from '../../../platform/testing/user-input.ts'
import { Component as SetupPage } from './setup-page.tsx'

const check: HostCheck = {
  host: 'fpt.contoso.com',
  target: 'risk.example.com',
  outcome: 'ready',
  aliases: ['risk.example.com'],
  addresses: ['8.8.8.8'],
  configured: true,
}
let calls: RecordedCall[]
let answer: () => unknown
beforeEach(() => {
  stubLayout()
  answer = () => check
  calls = stubConsoleApi({
    'fingerprinting.overview': () => ({ origin: 'https://risk.example.com', hosts: [], latest: null }),
    'fingerprinting.checkHost': () => answer(),
  })
})
const inputs = () => calls.filter(({ procedure }) => procedure === 'fingerprinting.checkHost').map(({ input }) => input)
async function runCheck(host = 'fpt.contoso.com'): Promise<void> {
  renderFailingPage(createElement(SetupPage))
  fillField(await screen.findByLabelText('Host name'), host)
  await pressButton('Check DNS')
}
const resultOf = async (start: RegExp) =>
  (await screen.findByText((_text, element) => element?.tagName === 'P' && start.test(element.textContent))).textContent

describe('the check of a host name', () => {
  it('shows where the name leads, step by step', async () => {
    await runCheck(' FPT.Contoso.com ')
    expect(await resultOf(/^fpt\.contoso\.com leads to/)).toBe('fpt.contoso.com leads to risk.example.com.')
    expect(inputs()).toEqual([{ environmentId, host: 'fpt.contoso.com' }])
    expect(screen.getAllByRole('listitem').map(item => item.textContent)).toEqual([
      'fpt.contoso.com',
      'risk.example.com',
      '8.8.8.8',
    ])
    expect(screen.queryByText(/does not use this name yet/)).toBeNull()
  })

  it('says that the service does not use the name yet', async () => {
    answer = () => ({ ...check, configured: false })
    await runCheck()
    expect(await resultOf(/does not use this name yet/)).toContain('ASSAY_FINGERPRINTING_HOSTS')
  })

  it.each([
    ['notFound', /was not found\. Create a CNAME record that points to risk\.example\.com/],
    ['elsewhere', /points elsewhere, not to risk\.example\.com/],
    ['private', /leads to a private address/],
    ['timeout', /did not answer in time/],
    ['failed', /answered with an error/],
    ['unavailable', /cannot be checked with sample data/],
  ] as const)('has its own words for %s', async (outcome, text) => {
    answer = () => ({ ...check, outcome, aliases: [], addresses: [] })
    await runCheck()
    expect(await resultOf(text)).toBeTruthy()
  })

  it('looks up nothing that is no host name', async () => {
    await runCheck('10.0.0.5')
    expect(await screen.findByText(/^Enter a host name of your own domain/)).toBeTruthy()
    expect(inputs()).toEqual([])
  })

  it('says that there were too many, and what was entered stays', async () => {
    answer = () => {
      throw new ORPCError('CONFLICT', { data: { reason: 'externalCalls.tooManyTests', limit: 30 }, defined: true })
    }
    await runCheck()
    expect(await screen.findByText('Too many checks in a minute. Wait a moment.')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Host name').value).toBe('fpt.contoso.com')
    answer = () => check
    await pressButton('Check DNS')
    await waitFor(() => expect(inputs()).toHaveLength(2))
    expect(await resultOf(/leads to/)).toBeTruthy()
    expect(screen.queryByText('Too many checks in a minute. Wait a moment.')).toBeNull()
  })

  it('is not for readers', async () => {
    renderFailingPage(withReadAccess(createElement(SetupPage)))
    expect(await screen.findByText(/^No host name is configured/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Check DNS' })).toBeNull()
  })
})
