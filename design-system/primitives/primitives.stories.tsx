import type { Meta, StoryObj } from '@storybook/react-vite'
import { Search } from 'lucide-react'
import { expect } from 'storybook/test'
import { Avatar } from './avatar/avatar.tsx'
import { directionalIcons, DirectionalIcon } from './directional-icon/directional-icon.tsx'
import { Icon, iconSizes } from './icon/icon.tsx'
import { Kbd } from './kbd/kbd.tsx'
import { Link } from './link/link.tsx'
import { Separator } from './separator/separator.tsx'
import { Spinner } from './spinner/spinner.tsx'
import { Heading, Text } from './text/text.tsx'
import { VisuallyHidden } from './visually-hidden/visually-hidden.tsx'

/** The small parts side by side; their states fit into one frame each. */
const meta = { title: 'Primitives/Small parts' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const words = 'Harbor-EU bleibt bis zur Freigabe der Regel im Prüfmodus'

export const Links: Story = {
  render: () => (
    <div className="grid justify-items-start gap-2">
      <p>Read the <Link href="#guide">rule guide</Link> before you publish.</p>
      <Link variant="standalone" href="#queue">Open queue</Link>
      <Link variant="subtle" href="#case">P-7241903</Link>
      <Link external href="https://example.com/">Register of merchants</Link>
    </div>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('link', { name: /Register of merchants opens in a new tab/ })).toHaveAttribute('target', '_blank')
  },
}
export const Keys: Story = {
  render: () => (
    <div className="flex items-center gap-2">
      <Kbd keys="Mod+K" apple={false} /><Kbd keys="Mod+K" apple /><Kbd keys="A" /><Kbd keys={['Shift', 'S']} apple={false} /><Kbd keys="ArrowLeft" /><Kbd keys="/" />
    </div>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Control K')).toBeInTheDocument()
    await expect(canvas.getByText('Command K')).toBeInTheDocument()
  },
}
export const Avatars: Story = {
  render: () => (
    <div className="flex items-center gap-2">
      <Avatar name="Amira Lopez" size={20} /><Avatar name="Jonas Schmidt" /><Avatar name="ليلى حداد" size={28} label="ليلى حداد" /><Avatar name="李小龍" size={32} /><Avatar name="Rule engine" service />
    </div>
  ),
}
export const Waiting: Story = {
  render: () => (
    <div className="flex items-center gap-3">{iconSizes.map(size => <Spinner key={size} size={size} />)}<Spinner standalone /></div>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('status').some(region => region.textContent === 'Loading')).toBe(true)
  },
}
export const Icons: Story = {
  render: () => <div className="flex items-center gap-3">{iconSizes.map(size => <Icon key={size} icon={Search} size={size} />)}<Icon icon={Search} label="Search" /></div>,
}
const mirrorTable = () => (
  <div className="flex flex-wrap gap-3">{directionalIcons.map((icon, index) => <DirectionalIcon key={index} icon={icon} size={20} />)}</div>
)
export const MirrorTable: Story = { render: mirrorTable }
export const MirrorTableRightToLeft: Story = { render: mirrorTable, globals: { locale: 'qps-plocm' } }

export const Type: Story = {
  render: () => (
    <div className="grid gap-1">
      {(['2xs', 'xs', 'sm', 'md', 'lg', 'xl', '2xl', '3xl'] as const).map(size => <Text key={size} size={size}>Reject order P-7241866, EUR 1,234.50</Text>)}
      <Text tone="secondary">Secondary</Text><Text tone="muted">Muted</Text><Text tone="danger">7 at risk</Text><Text family="mono">0O 1lI c0a8-41f2</Text>
      <Heading level={1}>Dashboard</Heading><Heading level={2}>Decisions per hour</Heading><Heading level={3}>Evidence</Heading>
    </div>
  ),
}
export const TypeArabic: Story = {
  globals: { locale: 'ar-AE' },
  render: () => (
    <div className="grid gap-1">
      {(['xs', 'sm', 'md', 'lg', 'xl', '2xl'] as const).map(size => <Text key={size} size={size}>رفض الطلب <bdi dir="ltr">P-7241866</bdi> بسبب درجة المخاطر</Text>)}
    </div>
  ),
}
export const Truncated: Story = {
  render: () => <div className="w-16"><Text truncate>{words}</Text></div>,
}
export const Separators: Story = {
  render: () => (
    <div className="grid gap-3"><Text>Above</Text><Separator /><div className="flex h-5 gap-3"><Text>Before</Text><Separator axis="block" /><Text>After</Text></div></div>
  ),
}
export const Hidden: Story = { render: () => <p>4 cases<VisuallyHidden>, one overdue</VisuallyHidden></p> }
