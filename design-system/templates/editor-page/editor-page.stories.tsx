import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'

import { emptyMessage, header, part, Window } from '../../testing/page-parts.tsx'
import { EditorColumns, EditorPage } from './editor-page.tsx'

const meta = {
  title: 'Templates/EditorPage',
  component: EditorPage,
  subcomponents: { EditorColumns },
  args: {
    name: 'Shared device ring',
    header: header('Shared device ring'),
    onRetry: fn(),
    children: (
      <EditorColumns
        rail={
          <ol className="flex flex-col">
            <li className="px-4 py-2 font-medium">New account</li>
            <li className="px-4 py-2">Third card</li>
          </ol>
        }
        side={
          <>
            {part('Sample', 'P-7241903')}
            {part('Evaluation', 'Review, New account')}
          </>
        }
      >
        <pre dir="ltr" className="m-0 p-4 font-mono text-xs">
          {'LET $accounts = Velocity.accounts_per_device(@"device", 7d)\nRETURN Review() WHEN $accounts > 3'}
        </pre>
      </EditorColumns>
    ),
    foot: <p className="p-4">412 decisions of the last 30 days would change.</p>,
  },
  decorators: [
    Story => (
      <Window>
        <Story />
      </Window>
    ),
  ],
} satisfies Meta<typeof EditorPage>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Matrix: Story = {}
export const Dark: Story = { globals: { theme: 'dark' } }
export const RightToLeft: Story = { globals: { locale: 'ar-AE' } }
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: { header: header('Betrugsverdachtsmeldungen an das kartenausgebende Kreditinstitut') },
}
export const Loading: Story = { args: { state: 'loading' } }
export const Empty: Story = { args: { state: 'empty', message: emptyMessage } }
export const Failed: Story = { args: { state: 'error' } }
export const NoAccess: Story = { args: { state: 'no-access' } }
