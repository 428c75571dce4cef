import type { Meta, StoryObj } from '@storybook/react-vite'
import { Button } from '../../primitives/button/button.tsx'
import { EmptyState, emptyKinds } from './empty-state.tsx'

const meta = { title: 'Feedback/EmptyState', component: EmptyState, args: { title: 'No events match', description: 'IP in network removes most of them.', actions: <Button>Remove that filter</Button> } } satisfies Meta<typeof EmptyState>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Matrix: Story = { render: args => <div className="grid grid-cols-2 gap-3">{emptyKinds.map(kind => <EmptyState key={kind} {...args} kind={kind} />)}</div> }
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = { args: { title: 'Keine Transaktionen mit abweichender Lieferadresse gefunden' }, globals: { locale: 'qps-ploc' }, decorators: [Story => <div className="w-rail"><Story /></div>] }
export const RightToLeft: Story = { args: { title: 'لا توجد أحداث مطابقة', description: 'يزيل شرط عنوان الشبكة معظمها.', actions: <Button>إزالة الشرط</Button> }, globals: { locale: 'ar-AE' } }
