import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen } from 'storybook/test'
import { LabelledMatrix } from '../../testing/labelled-matrix.tsx'
import { DecisionBadge, decisionNames } from './decision-badge.tsx'

const meta = { title: 'Values/DecisionBadge', component: DecisionBadge, args: { decision: 'Review' } } satisfies Meta<
  typeof DecisionBadge
>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
const appearances = { subtle: {}, solid: { appearance: 'solid' }, 'by a rule': { source: 'rule' } } as const
export const Matrix: Story = {
  render: () => (
    <LabelledMatrix
      label="Decisions"
      rows={decisionNames}
      columns={Object.keys(appearances) as (keyof typeof appearances)[]}
    >
      {(decision, appearance) => <DecisionBadge decision={decision} {...appearances[appearance]} />}
    </LabelledMatrix>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const Overridden: Story = {
  args: { decision: 'Reject', overridden: 'Review' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('was Review,')).toBeInTheDocument()
  },
}
export const Unknown: Story = { args: { decision: 'Escalated' } }
export const WithSource: Story = {
  render: () => (
    <div className="grid justify-items-start gap-3">
      <DecisionBadge decision="Review" source="Rule 14, Shared device ring" />
      <DecisionBadge decision="Reject" source="Analyst, Amira Lopez" sourcePlacement="line" />
      <DecisionBadge decision="Approve" source="Bank" sourcePlacement="tooltip" />
    </div>
  ),
  play: async ({ canvas, userEvent }) => {
    // The text of a tooltip is also in the content, for readers who cannot hover.
    await expect(canvas.getByText('Bank')).toBeInTheDocument()
    await userEvent.hover(canvas.getByText('Approve'))
    await expect(await screen.findByRole('tooltip', undefined, { timeout: 3000 })).toHaveTextContent('Bank')
  },
}
export const InRow: Story = {
  render: () => (
    <table className="w-panel max-w-full">
      <thead>
        <tr>
          {['Purchase ID', 'Decision'].map(head => (
            <th key={head} scope="col" className="h-header text-start text-xs font-medium text-fg-secondary">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {decisionNames.map((decision, i) => (
          <tr key={decision} className="h-row border-bs border-line-subtle">
            <td className="font-mono text-xs">{`P-724190${i}`}</td>
            <td>
              <DecisionBadge decision={decision} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  ),
}
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  render: () => (
    <div className="grid w-rail gap-2">
      <DecisionBadge
        decision="Reject"
        overridden="Challenge"
        source="Donaudampfschifffahrtsgesellschaft Regelwerk"
        sourcePlacement="line"
      />
      <DecisionBadge decision={'EscalatedToTheRegionalSteward'.repeat(4)} />
    </div>
  ),
}
export const German: Story = { ...Matrix, globals: { locale: 'de-DE' } }
export const RightToLeft: Story = { ...Matrix, globals: { locale: 'ar-AE' } }
