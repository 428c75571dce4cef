// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { environmentId, stubConsoleApi } from '../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../platform/testing/failing-page.ts'
import { chooseOption, pressButton } from '../../platform/testing/user-input.ts'
import { SupportDialog } from './support-dialog.tsx'

let support: string | null
let copied: string[]
let copy: (text: string) => Promise<void>
beforeEach(() => {
  support = 'https://desk.example/new'
  copied = []
  copy = text => {
    copied.push(text)
    return Promise.resolve()
  }
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, { clipboard: { value: { writeText: (text: string) => copy(text) } } }),
  )
  stubConsoleApi({
    'externalTiles.list': () => ({ tiles: [], builtIn: { documentation: null, feedback: null, support } }),
  })
})
const show = () => renderFailingPage(createElement(SupportDialog, { onClose: () => undefined }))

it('copies severity, tenant and environment, and opens the address of the administrator without a referrer', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  show()
  await chooseOption(
    await screen.findByRole('combobox', { name: 'Severity' }),
    'A: system down, answer within 1 hour, 24/7',
  )
  await pressButton('Copy and open')
  expect(open).toHaveBeenCalledExactlyOnceWith('https://desk.example/new', '_blank', 'noopener,noreferrer')
  await waitFor(() => expect(copied).toHaveLength(1))
  expect(copied[0]).toMatch(/^severity: A$/m)
  expect(copied[0]).toMatch(new RegExp(`^environment: ${environmentId}$`, 'm'))
  expect(copied[0]).toMatch(/^tenant: tenant$/m)
  expect(copied[0]).toMatch(/^correlation id: /m)
})

it('says so when the browser refuses the clipboard', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null)
  copy = () => Promise.reject(new Error('refused'))
  show()
  await pressButton('Copy and open')
  expect(await screen.findByText('The details could not be copied. Copy them from this dialog.')).toBeTruthy()
})

it('without an address it leads to where one is set', async () => {
  support = null
  show()
  const link = await screen.findByRole('link', { name: 'Set the address in the admin settings' })
  expect(link.getAttribute('href')).toContain('/adminsettings?')
  expect(link.getAttribute('href')).toContain('tab=general')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Copy and open' }).disabled).toBe(true)
})
