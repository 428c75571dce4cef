import { jsonLanguage } from '@codemirror/lang-json'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor } from 'storybook/test'
import { DiffViewer } from './diff-viewer.tsx'
import { RecordDiffViewer } from './record-diff-viewer.tsx'

const filler = Array.from({ length: 12 }, (_, i) => `LET $f${i + 1} = @"user.field${i + 1}"`).join('\n')
const published = `// New account on a device that several accounts share
LET $age = @"user.creationDate".DaysTo(@"merchantLocalDate")
LET $shared = Velocity.accounts_perDevice(@"device.id", 7d)
${filler}
RETURN Review("Shared device ring")
WHEN $shared > 3
  AND $age < 7
`
const draft = `// New account on a device that several accounts share
LET $age = @"user.creationDate".DaysTo(@"merchantLocalDate")
LET $shared = Velocity.accounts_perDevice(@"device.id", 24h)
${filler}
OBSERVE Output(shared = $shared)
RETURN Review("Shared device ring")
WHEN $shared > 2
  AND $age < 7
`
const was = {
  friendlyName: 'Harbor-EU',
  tags: ['live'],
  contact: { email: 'risk@harbor.example', phone: '+49 40 5550 142' },
  limit: 250,
  geography: 'Europe',
}
const is = {
  friendlyName: 'Harbor-EU',
  tags: ['live', 'pilot'],
  contact: { email: 'fraud@harbor.example' },
  limit: 400,
  geography: 'Europe',
}

const meta = {
  title: 'Editor/DiffViewer',
  component: DiffViewer,
  subcomponents: { RecordDiffViewer },
  args: {
    label: 'Rule, published and draft',
    before: published,
    after: draft,
    beforeLabel: 'Published 13',
    afterLabel: 'Draft',
    className: 'border border-line-subtle h-[24rem]',
  },
  render: args => <DiffViewer {...args} />,
} satisfies Meta<typeof DiffViewer>
export default meta
type Story = StoryObj<typeof meta>
const said = (text: string) =>
  waitFor(
    () =>
      expect(screen.getAllByRole('status', { hidden: true }).some(region => region.textContent === text)).toBe(true),
    { timeout: 4000 },
  )
const box = 'border border-line-subtle'

export const Playground: Story = {}
export const Unified: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, canvasElement, userEvent }) => {
    await expect(canvas.getByText('3 changes')).toBeVisible()
    await expect(canvas.getAllByText('removed', { exact: false }).length).toBeGreaterThan(0)
    await expect([...canvasElement.querySelectorAll('del')].map(mark => mark.textContent)).toEqual(['7d', '3'])
    await expect([...canvasElement.querySelectorAll('ins')].map(mark => mark.textContent)).toContain('24h')
    await userEvent.click(canvas.getByRole('button', { name: 'Show 6 equal lines' }))
    await expect(canvas.getByRole('table', { name: 'Rule, published and draft' })).toBeVisible()
    await expect(canvas.getByRole('region', { name: 'Rule, published and draft' })).toHaveFocus()
    await expect(canvas.queryByRole('button', { name: /equal lines/ })).toBeNull()
  },
}
export const SideBySide: Story = {
  globals: { locale: 'en-US' },
  args: { defaultLayout: 'split' },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getAllByRole('columnheader').map(head => head.textContent)).toEqual([
      'Line',
      'Published 13',
      'Line',
      'Draft',
    ])
    await userEvent.click(canvas.getByRole('radio', { name: 'Unified' }))
    await expect(canvas.getAllByRole('columnheader')).toHaveLength(3)
  },
}
export const Matrix: Story = {
  render: () => (
    <div className="grid gap-4">
      <DiffViewer className={`${box} h-[22rem]`} label="Unified" before={published} after={draft} />
      <DiffViewer
        className={`${box} h-[22rem]`}
        label="Side by side"
        before={published}
        after={draft}
        defaultLayout="split"
      />
      <RecordDiffViewer
        className={box}
        label="Record"
        before={was}
        after={is}
        masked={path => path === 'contact.phone'}
      />
      <DiffViewer className={box} label="Equal" before="a" after="a" />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const RightToLeft: Story = { ...Matrix, globals: { locale: 'ar-AE' } }
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  render: () => (
    <div className="grid w-rail gap-4">
      <DiffViewer
        className={`${box} h-[20rem]`}
        label="Narrow"
        before={`x${'y'.repeat(10_000)}`}
        after={`x${'y'.repeat(9999)}z\nDonaudampfschifffahrtsgesellschaft`}
      />
      <RecordDiffViewer
        className={box}
        label="Narrow record"
        before={{ name: 'Donaudampfschifffahrtsgesellschaft' }}
        after={{ name: '👩‍👩‍👧 ليلى' }}
      />
    </div>
  ),
}
export const RecordDiff: Story = {
  globals: { locale: 'en-US' },
  render: () => (
    <RecordDiffViewer
      className={box}
      label="Environment, before and after"
      before={was}
      after={is}
      masked={path => path === 'contact.phone'}
    />
  ),
  play: async ({ canvas, userEvent }) => {
    const rows = () => canvas.getAllByRole('rowheader').map(head => head.textContent)
    await expect(rows()).toEqual([
      '+added, tags[1]',
      '−+changed, contact.email',
      '−removed, contact.phone',
      '−+changed, limit',
    ])
    await expect(canvas.queryByText('+49 40 5550 142')).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: 'Show 3 unchanged fields' }))
    await expect(rows()).toHaveLength(7)
    await userEvent.keyboard('{F7}{F7}')
    await said('Change 2 of 4')
    await expect(canvas.getByRole('row', { current: true })).toHaveTextContent('contact.email')
  },
}
export const NoChanges: Story = {
  globals: { locale: 'en-US' },
  args: { after: published },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('The texts are equal.')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Next change' })).toBeDisabled()
  },
}
export const Code: Story = {
  args: {
    language: jsonLanguage,
    label: 'Sample, before and after',
    before: '{\n  "country": "DE",\n  "guest": true\n}',
    after: '{\n  "country": "BE",\n  "guest": true\n}',
  },
  play: async ({ canvasElement }) => {
    await expect(
      [...canvasElement.querySelectorAll('.text-success-text')].map(word => word.textContent).join(''),
    ).toContain('"BE"')
    await expect(canvasElement.querySelector('bdi .text-accent-text')).toHaveTextContent('true')
  },
}
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent }) => {
    canvas.getByRole('region').focus()
    await userEvent.keyboard('{F7}')
    await expect(canvas.getByText('Change 1 of 3')).toBeVisible()
    await userEvent.keyboard('{F7}')
    await said('Change 2 of 3')
    await expect(canvas.getByRole('region')).toHaveFocus()
    await userEvent.keyboard('{Shift>}{F7}{/Shift}')
    await expect(canvas.getByText('Change 1 of 3')).toBeVisible()
    await userEvent.keyboard('{Shift>}{F7}{/Shift}')
    await expect(canvas.getByText('Change 3 of 3')).toBeVisible()
    await userEvent.tab({ shift: true })
    await expect(canvas.getByRole('button', { name: 'Next change' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(canvas.getByText('Change 1 of 3')).toBeVisible()
    await userEvent.tab({ shift: true })
    await userEvent.tab({ shift: true })
    await userEvent.keyboard('{ArrowRight>}')
    await waitFor(() => expect(canvas.getByRole('radio', { name: 'Side by side' })).toBeChecked())
    await userEvent.keyboard('{/ArrowRight}')
  },
}
const long = Array.from({ length: 20_000 }, (_, i) => `E-${i};${(i * 37) % 1000};Shared device ring`)
export const Huge: Story = {
  args: { before: long.join('\n'), after: long.map((line, i) => (i % 2500 === 7 ? `${line}!` : line)).join('\n') },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getAllByRole('row').length).toBeLessThan(120)
    canvas.getByRole('region').focus()
    await userEvent.keyboard('{Shift>}{F7}{/Shift}')
    await waitFor(() => expect(canvas.getByRole('table')).toHaveTextContent('E-17507'))
  },
}
