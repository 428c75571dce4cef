// @vitest-environment jsdom
import type { Application, CertificateFacts } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { environmentId, type RecordedCall, stubConsoleApi } from '../../../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../../../platform/testing/failing-page.ts'
import { fillField, pressButton } from '../../../../platform/testing/user-input.ts'
import { Component as CreatePage } from '../create-page.tsx'
import { Component as ManagePage } from '../manage-page.tsx'

const dayMs = 86_400_000
const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----'
const thumbprint = 'FBFF00FBEF3E'
const endingIn = (days: number): CertificateFacts => ({
  subject: 'CN=Till',
  thumbprint,
  expiresAt: new Date(Date.now() + days * dayMs + 60_000).toISOString(),
})
const application: Application = {
  clientId: '30000000-0000-4000-8000-000000000001',
  name: 'Till',
  environmentId,
  createdAt: '2025-11-20T12:00:00.000Z',
  lastUsedAt: null,
  roles: ['Risk_API'],
  elsewhere: [],
  credentials: [
    {
      id: '40000000-0000-4000-8000-000000000001',
      kind: 'certificate',
      thumbprint,
      createdAt: '2025-11-20T12:00:00.000Z',
      expiresAt: endingIn(400).expiresAt,
      lastUsedAt: null,
    },
  ],
}
let calls: RecordedCall[]
let read: () => unknown
let add: () => unknown
beforeEach(() => {
  stubLayout()
  read = () => endingIn(400)
  add = () => application
  calls = stubConsoleApi({
    'applications.list': () => ({
      applications: [application],
      unseen: [],
      mayCreate: true,
      mayAssign: ['RiskApi', 'ProvisioningApi'],
    }),
    'applications.create': () => application,
    'applications.readCertificate': () => read(),
    'applications.addCertificate': () => add(),
    'dashboard.integration': () => ({
      apiEndpoint: 'https://risk.example.com',
      tenantId: '10000000-0000-4000-8000-000000000001',
      environmentId,
      apiClients: [],
      hasEvents: false,
    }),
  })
})
const inputsOf = (procedure: string) => calls.filter(call => call.procedure === procedure).map(({ input }) => input)
const refuse = (code: string) => () => {
  throw new ORPCError('UNPROCESSABLE_CONTENT', {
    data: { issues: [{ path: ['certificate'], message: 'No.', code }] },
    defined: true,
  })
}
const field = () => screen.findByLabelText<HTMLTextAreaElement>(/^Certificate \(PEM\)/)
async function openForm(): Promise<void> {
  renderFailingPage(createElement(CreatePage))
  fireEvent.click(await screen.findByRole('radio', { name: 'Certificate' }))
  fillField(screen.getByLabelText(/^Application display name/), 'Till')
}

describe('a new application with a certificate', () => {
  it('is created with it alone, after its thumbprint and its end were shown', async () => {
    await openForm()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create application' }).disabled).toBe(true)
    fillField(await field(), `\n${pem}\n`)
    const facts = within(await screen.findByRole('region', { name: 'Certificate' }))
    expect(facts.getByText('CN=Till')).toBeTruthy()
    expect(facts.getByText(thumbprint)).toBeTruthy()
    expect(facts.queryByText(/^It ends in/)).toBeNull()
    await pressButton('Create application')
    const commands = await screen.findByRole('region', { name: 'Commands' })
    expect(inputsOf('applications.readCertificate')).toEqual([{ environmentId, certificate: pem }])
    const [sent] = inputsOf('applications.create')
    expect(sent).toMatchObject({ certificate: pem, name: 'Till' })
    expect(sent).not.toHaveProperty('secret')
    expect(commands.textContent).toContain('client_assertion="$ASSERTION"')
    expect(commands.textContent).not.toContain('client_secret')
    // The thumbprint in base64url, as the header of an assertion has it.
    expect(screen.getByText('"x5t": "-_8A--8-"')).toBeTruthy()
    expect(screen.queryByText('Copy the secret now: it is not shown again.')).toBeNull()
  })

  it.each([
    [6, /^It ends in 6 days\./],
    [1, /^It ends in 1 day\./],
    [0, /^It ends in less than a day\./],
  ])('is warned of a certificate that ends in %i days', async (days, text) => {
    read = () => endingIn(days)
    await openForm()
    fillField(await field(), pem)
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create application' }).disabled).toBe(false)
  })

  it('a private key is not sent', async () => {
    await openForm()
    fillField(await field(), `${pem}\n-----BEGIN PRIVATE KEY-----\nMIIE`)
    expect(await screen.findByText(/^This text holds a private key/)).toBeTruthy()
    expect(inputsOf('applications.readCertificate')).toEqual([])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create application' }).disabled).toBe(true)
  })

  it.each([
    ['certificate.expired', 'The certificate has expired.'],
    ['certificate.weakKey', /^The key is too weak/],
    ['certificate.several', /^This text holds several certificates/],
    ['certificate.unavailable', /^The certificate could not be read/],
  ])('what is refused by %s is said at the field', async (code, text) => {
    read = refuse(code)
    await openForm()
    fillField(await field(), pem)
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create application' }).disabled).toBe(true)
  })

  it('a binary file becomes text', async () => {
    await openForm()
    const bytes = Uint8Array.from([48, 130, 1, 2])
    const file = Object.assign(new File([bytes], 'till.cer'), { arrayBuffer: () => Promise.resolve(bytes.buffer) })
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    fireEvent.change(input as HTMLInputElement, { target: { files: [file] } })
    await waitFor(async () =>
      expect((await field()).value).toBe('-----BEGIN CERTIFICATE-----\nMIIBAg==\n-----END CERTIFICATE-----'),
    )
  })
})

describe('a certificate that is added', () => {
  const openAdding = async () => {
    renderFailingPage(createElement(ManagePage))
    fireEvent.click(await screen.findByRole('button', { name: /^Edit/ }))
    fireEvent.click(await screen.findByRole('button', { name: 'Add certificate' }))
    fillField(await field(), pem)
  }

  it('is registered beside the others, and the form closes', async () => {
    await openAdding()
    await pressButton('Register certificate')
    await waitFor(() =>
      expect(inputsOf('applications.addCertificate')).toEqual([
        { environmentId, clientId: application.clientId, certificate: pem },
      ]),
    )
    expect(await screen.findByRole('button', { name: 'Add certificate' })).toBeTruthy()
  })

  it('twice is refused at the field, and the text stays', async () => {
    add = refuse('certificate.duplicate')
    await openAdding()
    await pressButton('Register certificate')
    expect(await screen.findByText('The application has this certificate already.')).toBeTruthy()
    expect((await field()).value).toBe(pem)
  })
})
