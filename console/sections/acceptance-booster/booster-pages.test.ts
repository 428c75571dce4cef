// @vitest-environment jsdom
import {
  type BoosterFigures,
  type BoosterPreview,
  type BoosterSettings,
  boosterTermsVersion,
} from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  environmentId,
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
} from '../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../platform/testing/failing-page.ts'
import { withReadAccess } from '../../platform/testing/session.ts'
import { fillField, pressButton } from '../../platform/testing/user-input.ts'
import { Component as OptInPage } from './opt-in/opt-in-page.tsx'
import { Component as OverviewPage } from './overview/overview-page.tsx'
import { childIds, figures, preview, purchases, standard, unset } from './testing/booster-samples.ts'

let calls: RecordedCall[]
let stored: () => BoosterSettings
let save: (input: Record<string, unknown>) => BoosterSettings
let counted: () => BoosterFigures
let previewed: (input: Record<string, unknown>) => BoosterPreview
beforeEach(() => {
  stubLayout()
  sessionStorage.clear()
  stored = () => standard
  save = ({ level, holdOut }) => ({ ...standard, version: 4, level, holdOut }) as BoosterSettings
  previewed = () => preview
  counted = () => figures
  calls = stubConsoleApi({
    'booster.get': () => stored(),
    'booster.save': input => save(input),
    'booster.preview': input => previewed(input),
    'booster.purchases': () => ({ purchases }),
    'booster.figures': () => counted(),
    'personalData.get': () => ({ masked: [] }),
  })
})
const inputsOf = (procedure: string) => calls.filter(call => call.procedure === procedure).map(({ input }) => input)
const openOverview = () => renderFailingPage(createElement(OverviewPage))
const openOptIn = (address = pageAddress) => renderFailingPage(createElement(OptInPage), address)
const choose = async (name: RegExp | string) => fireEvent.click(await screen.findByRole('radio', { name }))
const agree = () => fireEvent.click(screen.getByRole('checkbox', { name: /I have read the terms/ }))
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
const dialog = async () => within(await screen.findByRole('dialog'))

describe('the overview', () => {
  it('says what is in force, since when, by whom, and what the environments below share', async () => {
    openOverview()
    expect(await screen.findByText('On, Standard')).toBeTruthy()
    expect(screen.getAllByText('This environment')).toHaveLength(2)
    expect(screen.getByText('Standard, since Mar 4, 2026')).toBeTruthy()
    expect(screen.getByText(/No bank or network is connected/)).toBeTruthy()
    const table = within(screen.getByRole('table', { name: 'Child environments' }))
    expect(table.getByRole('row', { name: /Harbor-US Off This environment.* Ingrid Solberg/ })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Change settings' }).getAttribute('href')).toContain(
      '/settings/transactionacceptancebooster/optin',
    )
  })

  it('names the parent that has overwritten it', async () => {
    const origin = { environmentId: childIds.eu, name: 'Harbor Group' }
    stored = () => ({ ...standard, changed: standard.changed && { ...standard.changed, origin } })
    openOverview()
    expect((await screen.findAllByText(/These settings were changed by/))[0]?.textContent).toBe(
      'These settings were changed by Harbor Group on Mar 4, 2026.',
    )
  })

  it('is off until somebody switches it on, and never on in a sandbox', async () => {
    stored = () => unset
    openOverview()
    expect(await screen.findByText('Never switched on')).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('says that a sandbox shares nothing', async () => {
    stored = () => ({ ...unset, available: false })
    openOptIn()
    expect(await screen.findByText('Only production environments share anything')).toBeTruthy()
    expect(screen.queryByRole('switch')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Show me the bytes' })).toBeNull()
  })

  it('compares what banks approve with and without a message, where somebody takes part', async () => {
    stored = () => ({ ...standard, participants: ['North Bank'] })
    openOverview()
    const benefit = within(await screen.findByRole('region', { name: 'Benefit' }))
    expect((await benefit.findByText(/90.00%/)).textContent).toBe('90.00% (86.60% to 92.60%) of 400 answers')
    expect(benefit.getByText('+10 percentage points (+2.2 to +19.8)')).toBeTruthy()
    expect(benefit.getByText('410 sent, 2 waiting, 10 failed')).toBeTruthy()
    expect(screen.getByText('North Bank')).toBeTruthy()
    expect(screen.queryByText(/No bank or network is connected/)).toBeNull()
  })

  it('says that there are too few answers', async () => {
    const few = { messages: 12, answered: 9, approval: null }
    counted = () => ({ ...figures, shared: few, control: few, difference: null })
    stored = () => ({ ...standard, participants: ['North Bank'] })
    openOverview()
    const benefit = within(await screen.findByRole('region', { name: 'Benefit' }))
    expect(await benefit.findByText('too few answers')).toBeTruthy()
    expect(benefit.getAllByText('9 answers')).toHaveLength(2)
  })

  it('can be read again after a failure', async () => {
    stored = () => {
      throw new ORPCError('INTERNAL_SERVER_ERROR')
    }
    openOverview()
    await screen.findByText('Try again')
    stored = () => standard
    await pressButton('Try again')
    expect(await screen.findByText('On, Standard')).toBeTruthy()
  })
})

describe('opting in', () => {
  it('shows what each level shares, with the values of the newest purchase', async () => {
    openOptIn()
    const table = within(await screen.findByRole('table', { name: 'Shared value' }))
    expect(await table.findByText('•••• 4417')).toBeTruthy()
    expect(table.getByRole('row', { name: /^Email .*added m\.t@mail\.example$/ })).toBeTruthy()
    expect(table.getByRole('row', { name: /^Amount shared shared EUR/ })).toBeTruthy()
    expect(inputsOf('booster.preview')).toEqual([{ environmentId, level: 'raw' }])
  })

  it('saves with the consent, after the environments below were shown', async () => {
    openOptIn()
    await choose(/Standard plus selected raw attributes/)
    expect(await screen.findByText('1 change')).toBeTruthy()
    expect(screen.getByText('2 child environments')).toBeTruthy()
    expect(screen.getByText(/Set by/).textContent).toBe('Set by Ingrid Solberg on Jun 9, 2026. This is overwritten.')
    expect([saveButton().disabled, saveButton().getAttribute('aria-describedby')]).toEqual([true, expect.anything()])
    expect(screen.getByText('Agree to the terms to save.')).toBeTruthy()
    agree()
    await pressButton('Save')
    const shown = await dialog()
    expect(shown.getByText('2 child environments change as well')).toBeTruthy()
    expect(shown.getByText('Harbor-EU')).toBeTruthy()
    expect(inputsOf('booster.save')).toEqual([])
    stored = () => ({ ...standard, version: 4, level: 'raw', children: [] })
    await pressButton('Confirm')
    expect(await screen.findByText('Settings saved.')).toBeTruthy()
    expect(inputsOf('booster.save')).toEqual([
      {
        environmentId,
        baseVersion: 3,
        level: 'raw',
        holdOut: 0,
        terms: boosterTermsVersion,
        children: [
          { environmentId: childIds.eu, version: 1 },
          { environmentId: childIds.us, version: 2 },
        ],
      },
    ])
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull())
  })

  it('switches off without a consent, and asks only about what changes', async () => {
    openOptIn()
    fireEvent.click(await screen.findByRole('switch', { name: 'Acceptance booster service' }))
    expect(screen.queryByRole('table', { name: 'Shared value' })).toBeNull()
    expect(screen.getByText('1 child environment')).toBeTruthy()
    await pressButton('Save')
    await pressButton('Confirm')
    await waitFor(() =>
      expect(inputsOf('booster.save')).toMatchObject([
        { level: 'off', holdOut: 0, terms: null, children: [{ environmentId: childIds.eu }] },
      ]),
    )
  })

  it('saves without a dialog where nothing is below', async () => {
    stored = () => unset
    openOptIn()
    fireEvent.click(await screen.findByRole('switch', { name: 'Acceptance booster service' }))
    agree()
    await pressButton('Save')
    await waitFor(() => expect(inputsOf('booster.save')).toMatchObject([{ baseVersion: 0, children: [] }]))
  })

  it('says at the field that the held-out share is out of range', async () => {
    stored = () => ({ ...standard, children: [] })
    openOptIn()
    const field = await screen.findByRole('spinbutton', { name: /Held-out share/ })
    fillField(field, '60')
    agree()
    await pressButton('Save')
    expect(await screen.findByText('Enter a whole number from 0 to 50.')).toBeTruthy()
    expect(inputsOf('booster.save')).toEqual([])
    fillField(field, '20')
    await pressButton('Save')
    await waitFor(() => expect(inputsOf('booster.save')).toMatchObject([{ level: 'standard', holdOut: 20 }]))
  })

  it('shows the change of somebody else, and saves over it as it is now', async () => {
    let attempts = 0
    save = ({ level, holdOut }) => {
      attempts += 1
      if (attempts === 1)
        throw new ORPCError('CONFLICT', {
          status: 409,
          defined: true,
          data: { reason: 'version.conflict', currentVersion: 4 },
        })
      return { ...standard, version: 5, level, holdOut } as BoosterSettings
    }
    openOptIn()
    await choose(/Standard plus selected raw attributes/)
    agree()
    await pressButton('Save')
    stored = () => ({ ...standard, version: 4, holdOut: 5, children: [] })
    await pressButton('Confirm')
    const conflict = await dialog()
    expect(await conflict.findByText('Someone else saved changes')).toBeTruthy()
    await pressButton('Keep mine')
    await waitFor(() => expect(inputsOf('booster.save')).toMatchObject([{}, { baseVersion: 4, children: [] }]))
  })

  it('asks for a new consent after the terms have changed', async () => {
    stored = () => ({
      ...standard,
      changed: standard.changed && { ...standard.changed, terms: '2020-01' },
      children: [],
    })
    openOptIn()
    expect(await screen.findByText('1 change')).toBeTruthy()
    agree()
    await pressButton('Save')
    await waitFor(() => expect(inputsOf('booster.save')).toMatchObject([{ terms: boosterTermsVersion }]))
  })

  it('opens terms and participants', async () => {
    openOptIn()
    fireEvent.click(await screen.findByRole('button', { name: 'terms with the list of participants' }))
    const shown = await dialog()
    expect(shown.getByText(`Version ${boosterTermsVersion}`)).toBeTruthy()
    expect(shown.getByText(/No bank or network is connected/)).toBeTruthy()
  })

  it('cannot be changed with read access', async () => {
    renderFailingPage(withReadAccess(createElement(OptInPage)))
    expect(await screen.findByText('You have read-only access.')).toBeTruthy()
    expect((await screen.findByRole<HTMLButtonElement>('switch')).disabled).toBe(true)
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})

describe('the bytes', () => {
  const open = async () => {
    const router = openOptIn()
    fireEvent.click(await screen.findByRole('button', { name: 'Show me the bytes' }))
    return router
  }

  it('are shown with the sources of the values, for the newest purchase and for any other', async () => {
    const router = await open()
    const shown = await dialog()
    expect((await shown.findByRole('region', { name: 'Bytes of the message' })).textContent).toBe(preview.text)
    expect(shown.getByText(`${preview.bytes} bytes of UTF-8`)).toBeTruthy()
    expect(shown.getByText('paymentInstrumentList[0].lastFourDigits')).toBeTruthy()
    expect(router.state.location.search).toContain('message=newest')
    fillField(shown.getByRole('textbox', { name: 'Any purchase by its ID' }), 'ord-9')
    await pressButton('Show')
    await waitFor(() => expect(inputsOf('booster.preview').at(-1)).toMatchObject({ level: 'standard', id: 'ord-9' }))
    fireEvent.click(shown.getByRole('radio', { name: 'Standard plus raw attributes' }))
    await waitFor(() => expect(inputsOf('booster.preview').at(-1)).toMatchObject({ level: 'raw', id: 'ord-9' }))
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
    await waitFor(() => expect(router.state.location.search).not.toContain('message='))
  })

  it('are at first those of the level in force', async () => {
    const before = stored()
    stored = () => ({ ...before, level: 'raw' })
    await open()
    await dialog()
    await waitFor(() => expect(inputsOf('booster.preview').at(-1)).toMatchObject({ level: 'raw' }))
  })

  it('are not there where nothing leaves', async () => {
    previewed = () => ({ ...preview, obstacle: 'evaluate', message: null, sources: [], text: null, bytes: 0 })
    await open()
    const shown = await dialog()
    expect(await shown.findByText('Nothing leaves for this purchase')).toBeTruthy()
    expect(shown.queryByRole('region', { name: 'Bytes of the message' })).toBeNull()
  })

  it('say that they are masked, and that the purchase is held out', async () => {
    previewed = () => ({ ...preview, heldOut: true, masked: true })
    await open()
    const shown = await dialog()
    expect(await shown.findByText(/belongs to the held-out share/)).toBeTruthy()
    expect(shown.getByText(/Values that your role may not see are masked/)).toBeTruthy()
  })

  it('say that there is no such purchase', async () => {
    previewed = () => {
      throw new ORPCError('NOT_FOUND')
    }
    openOptIn(`${pageAddress}${pageAddress.includes('?') ? '&' : '?'}message=ord-0`)
    expect(await (await dialog()).findByText('Not found in this environment')).toBeTruthy()
  })
})
