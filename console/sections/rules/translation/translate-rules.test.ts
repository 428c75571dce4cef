// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { pageAddress, type RecordedCall, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderPage } from '../../../platform/testing/lost-session.ts'
import { withCapabilities } from '../../../platform/testing/session.ts'
import { chooseOption, fillField, pressButton } from '../../../platform/testing/user-input.ts'
import { rulePage, summaryOf } from '../testing/rules.ts'
import { TranslateButton } from './translate-button.tsx'
// What the button fetches when it is pressed.
import './translate-dialog.tsx'

const rules = `Block if :total_charges_per_email_daily: > 5
Allow if :amount_in_usd: < 10
Review if :card_country: in @risky
Block if :is_my_login_ip:
Block if :amount_in_usd: >`

let calls: RecordedCall[]
let create: (input: Record<string, unknown>) => unknown
beforeEach(() => {
  let made = 0
  create = ({ body }) => ({ id: `0198a000-0000-7000-8000-00000000010${made++}`, draft: body })
  calls = stubConsoleApi({
    'rules.list': () => [summaryOf(11, 'Radar 2 Allow amount_in_usd')],
    'rules.vocabulary': () => ({
      attributes: [
        { path: 'user.email', type: 'string' },
        { path: 'calculatedFeatures.totalAmountInUSD', type: 'number' },
        { path: 'calculatedFeatures.cardCountry', type: 'string' },
      ],
    }),
    'rules.settings': () => ({ payload: { totalAmount: 5 } }),
    'rules.create': input => create(input),
    'velocities.list': () => [],
    'velocities.create': () => ({}),
    'customLists.list': () => ({ rows: [], nextCursor: null }),
    'customLists.create': () => ({}),
  })
})
const inputs = (procedure: string) => calls.filter(each => each.procedure === procedure).map(({ input }) => input)
const page = () => rulePage(createElement(TranslateButton))
const openDialog = async (content = page()) => {
  renderPage(content, pageAddress)
  await pressButton('Translate rules')
  return await screen.findByRole('dialog', { name: 'Translate rules' })
}
const translate = async (text: string, content = page()) => {
  const dialog = await openDialog(content)
  fillField(within(dialog).getByRole('textbox', { name: /^Rules/ }), text)
  await pressButton('Translate')
  return dialog
}

describe('rules of another product', () => {
  it('are shown beside their translation, with state, notes and what to do next', async () => {
    const dialog = await translate(rules)
    expect(await within(dialog).findAllByRole('listitem')).not.toHaveLength(0)
    for (const state of ['Same', 'Needs you', 'Left out', 'Failed'])
      expect(within(dialog).getAllByText(state).length).toBeGreaterThan(0)
    expect(within(dialog).getByText('Allow if :amount_in_usd: < 10')).toBeTruthy()
    expect(within(dialog).getByText(/WHEN Exists\(@"calculatedFeatures.totalAmountInUSD"\)/)).toBeTruthy()
    expect(within(dialog).getByText(/Only Stripe can tell :is_my_login_ip:/)).toBeTruthy()
    expect(within(dialog).getByText(/The rule ends where a value is expected/)).toBeTruthy()
    expect(within(dialog).getByText(/since the start of the hour 23 hours ago/)).toBeTruthy()
    await chooseOption(within(dialog).getByRole('combobox', { name: 'Show' }), 'Failed (1)')
    await waitFor(() => expect(within(dialog).queryByText('Allow if :amount_in_usd: < 10')).toBeNull())
    expect(within(dialog).getByText('Block if :amount_in_usd: >')).toBeTruthy()
  })

  it('become drafts in run order with what they read, under free names, and nothing is published', async () => {
    const dialog = await translate(rules)
    await waitFor(() => expect(dialog.textContent).toMatch(/Also created as they are read: .*Stripe Radar.*risky/))
    await pressButton('Create 3 drafts')
    expect(await within(dialog).findByText('3 drafts were created.')).toBeTruthy()
    expect(inputs('rules.create').map(({ body }) => (body as { name: string }).name)).toEqual([
      'Radar 2 Allow amount_in_usd 2',
      'Radar 1 Block total_charges_per_email_daily',
      'Radar 3 Review card_country',
    ])
    expect(inputs('rules.create')[0]).toMatchObject({
      eventType: 'purchase',
      type: 'decision',
      body: {
        description: 'Allow if :amount_in_usd: < 10',
        condition: '',
        clauses: [{ section: 'prior', text: expect.stringContaining('RETURN Approve("Radar 2: amount_in_usd")') }],
        sample: { payload: { totalAmount: 5 } },
      },
    })
    expect(inputs('velocities.create')).toMatchObject([
      { body: { name: 'Stripe Radar', velocities: [{ text: expect.stringContaining('GROUPBY @"user.email"') }] } },
    ])
    expect(inputs('customLists.create')).toHaveLength(1)
    const procedures = new Set(calls.map(({ procedure }) => procedure))
    expect([...procedures].filter(name => /publish|activate|setStatus/.test(name))).toEqual([])
    const link = within(dialog).getByRole('link', { name: 'Back-test Radar 3 Review card_country' })
    expect(link.getAttribute('href')).toMatch(/rule=0198a000.*backtest=latest/)
  })

  it('are left out when they are not chosen, with what only they read', async () => {
    const dialog = await translate(rules)
    const box = await within(dialog).findByRole('checkbox', {
      name: 'Draft Radar 1 Block total_charges_per_email_daily',
    })
    box.click()
    await pressButton('Create 2 drafts')
    expect(await within(dialog).findByText('2 drafts were created.')).toBeTruthy()
    expect(inputs('velocities.create')).toEqual([])
  })

  it('that could not be created are named, and the limit of rules ends the work', async () => {
    let count = 0
    const before = create
    create = input => {
      count++
      if (count === 2) throw new ORPCError('CONFLICT', { data: { reason: 'rules.limit' } })
      return before(input)
    }
    const dialog = await translate(rules)
    await pressButton('Create 3 drafts')
    expect(await within(dialog).findByText('1 draft was created.')).toBeTruthy()
    expect(dialog.textContent).toMatch(
      /Not created: .*Radar 1 Block total_charges_per_email_daily.*Radar 3 Review card_country/,
    )
    expect(within(dialog).getByText(/at most 200 rules|200 rules/)).toBeTruthy()
    expect(count).toBe(2)
  })

  it('that cannot be read are refused at the field', async () => {
    const dialog = await openDialog()
    await pressButton('Translate')
    expect(await within(dialog).findByText('Paste rules, or choose a file.')).toBeTruthy()
    const field = within(dialog).getByRole('textbox', { name: /^Rules/ })
    fillField(field, 'RETURN Reject("no")')
    await pressButton('Translate')
    expect(await within(dialog).findByText('Choose the product: its rules are not recognized.')).toBeTruthy()
    fillField(field, '{"rules": 5}')
    await pressButton('Translate')
    expect(await within(dialog).findByText(/The text has no rules: a list of rules/)).toBeTruthy()
    fillField(field, 'Block if :is_recurring:\n'.repeat(1_001))
    await pressButton('Translate')
    expect(await within(dialog).findByText(/1,001 rules, and at most 1,000/)).toBeTruthy()
  })
})

it('a file is read into the field, and one that is no text is refused', async () => {
  const dialog = await openDialog()
  const drop = (content: BlobPart) =>
    fireEvent.change(dialog.querySelector('input[type="file"]') as Element, {
      target: { files: [new File([content], 'rules.txt', { type: 'text/plain' })] },
    })
  const field = within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: /^Rules/ })
  drop('Block if :is_recurring:')
  await waitFor(() => expect(field.value).toBe('Block if :is_recurring:'))
  expect(within(dialog).getByRole('combobox', { name: /^Product/ }).textContent).toContain('Stripe Radar')
  drop(new Uint8Array([0xff, 0xfe, 0x41]))
  expect(await within(dialog).findByText('The file is not text in UTF-8.')).toBeTruthy()
  expect(field.value).toBe('Block if :is_recurring:')
})

it('typed rules are not lost without a question', async () => {
  const dialog = await openDialog()
  fillField(within(dialog).getByRole('textbox', { name: /^Rules/ }), 'Block if :is_recurring:')
  await pressButton('Cancel')
  const question = await screen.findByRole('alertdialog')
  await waitFor(() => expect(question).toBeTruthy())
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Rules/, hidden: true }).value).toBe(
    'Block if :is_recurring:',
  )
})

it('attributes that cannot be loaded can be loaded again', async () => {
  let fail = true
  calls = stubConsoleApi({
    'rules.vocabulary': () => {
      if (fail) throw new ORPCError('INTERNAL_SERVER_ERROR')
      return { attributes: [] }
    },
  })
  const dialog = await openDialog()
  const retry = await within(dialog).findByRole('button', { name: /try again|retry/i })
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Translate' }).disabled).toBe(true)
  fail = false
  retry.click()
  await waitFor(() =>
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Translate' }).disabled).toBe(false),
  )
})

it('what the reader may not create is named before', async () => {
  const dialog = await translate(
    rules,
    withCapabilities(page(), capabilities => ({ ...capabilities, velocities: 'read', 'lists.custom': 'read' })),
  )
  await waitFor(() => expect(dialog.textContent).toMatch(/what you cannot create here: .*Stripe Radar.*risky/))
  await pressButton('Create 3 drafts')
  expect(await within(dialog).findByText('3 drafts were created.')).toBeTruthy()
  expect(inputs('velocities.create')).toEqual([])
  expect(inputs('customLists.create')).toEqual([])
})
