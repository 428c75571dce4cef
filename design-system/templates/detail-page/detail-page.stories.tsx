import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'
import { TabLink, TabNav } from '../../navigation/tabs/tabs.tsx'
import { CaseHeader } from '../../patterns/case-header/case-header.tsx'
import { card, emptyMessage, Window } from '../../testing/page-parts.tsx'
import { DetailColumns, DetailPage } from './detail-page.tsx'

const meta = {
  title: 'Templates/DetailPage',
  component: DetailPage,
  subcomponents: { DetailColumns },
  args: {
    name: 'P-7241903', onRetry: fn(),
    header: <CaseHeader typeLabel="Purchase" recordId="P-7241903" onBack={fn()} amount={{ amount: 2418.9, currency: 'EUR' }} score={871} decision="Review" />,
    tabs: <TabNav label="Views"><TabLink href="#event" current>Transaction</TabLink><TabLink href="#linked">Linked</TabLink></TabNav>,
    children: (
      <DetailColumns start={<>{card('Why this decision', 'Device used by 4 accounts in 6 days')}{card('Rules fired', 'Shared device ring')}</>} end={<>{card('Timeline', 'Decided at 1:55:07 PM')}{card('Shared', 'Device 14 events')}</>}>
        {card('Account', 'Mirela Tanev')}{card('Payment', 'Visa 4417')}
      </DetailColumns>
    ),
  },
  decorators: [Story => <Window><Story /></Window>],
} satisfies Meta<typeof DetailPage>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Matrix: Story = {}
export const Dark: Story = { globals: { theme: 'dark' } }
export const RightToLeft: Story = { globals: { locale: 'ar-AE' } }
export const LongContent: Story = { globals: { locale: 'qps-ploc' } }
export const Loading: Story = { args: { state: 'loading' } }
export const Empty: Story = { args: { state: 'empty', message: emptyMessage } }
export const Failed: Story = { args: { state: 'error' } }
export const NoAccess: Story = { args: { state: 'no-access' } }
