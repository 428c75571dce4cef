import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { useFormat } from '../lib/format/index.ts'
import { type ColorName, colors } from './color.ts'
import { contrast } from './color-math.ts'
import { durations, ease, travel } from './motion.ts'
import { densities, densitySizes, elevations, layers, radii, spacing, type, weights } from './scale.ts'

/** The current tokens, drawn from their source. */
const meta = { title: 'Foundations/Tokens' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const names = Object.keys(colors) as ColorName[]

/** Each colour with its contrast against the surface, in the light and the dark theme. */
function Palette() {
  const format = useFormat()
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(180px,1fr))] gap-2">
      {names.map(name => (
        <li key={name} className="flex items-center gap-2">
          <span
            className="size-8 shrink-0 rounded-control border border-line"
            style={{ backgroundColor: `var(--ds-${name})` }}
          />
          <span className="min-w-0">
            <span className="block truncate font-mono text-xs">{name}</span>
            <span className="text-xs text-fg-muted tabular-nums">
              {format.number(contrast(colors[name][0], colors.surface[0]), 2)} ·{' '}
              {format.number(contrast(colors[name][1], colors.surface[1]), 2)}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
export const Colours: Story = { render: Palette }
export const ColoursDark: Story = { render: Palette, globals: { theme: 'dark' } }
export const ColoursMoreContrast: Story = { render: Palette, globals: { contrast: 'more' } }

const inks = names
  .filter(name => name === 'text' || name.startsWith('text-') || name.endsWith('-text'))
  .filter(name => name !== 'text-inverse')
const papers = [
  'canvas',
  'surface',
  'surface-raised',
  'surface-sunken',
  'surface-hover',
  'surface-selected',
] as const satisfies readonly ColorName[]

/** Every text colour on every surface: the lower of the two themes, computed from the tokens. */
function Ratios() {
  const format = useFormat()
  return (
    <div role="group" aria-label="Ratios" tabIndex={0} className="overflow-x-auto focus-ring-inset">
      <table className="w-full border-collapse text-start text-xs tabular-nums">
        <thead>
          <tr className="border-be border-line">
            <th scope="col" className="py-1 text-start font-medium">
              Ink
            </th>
            {papers.map(paper => (
              <th key={paper} scope="col" className="py-1 text-end font-medium">
                {paper}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {inks.map(ink => (
            <tr key={ink} className="border-be border-line-subtle">
              <th scope="row" className="py-1 text-start font-mono font-normal">
                {ink}
              </th>
              {papers.map(paper => (
                <td key={paper} className="text-end">
                  <bdi dir="ltr">
                    {format.number(
                      Math.min(contrast(colors[ink][0], colors[paper][0]), contrast(colors[ink][1], colors[paper][1])),
                      2,
                    )}
                  </bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
export const ContrastTable: Story = { render: Ratios }

export const Space: Story = {
  render: () => (
    <ul className="grid gap-1">
      {Object.entries(spacing).map(([key, size]) => (
        <li key={key} className="flex items-center gap-2">
          <span className="w-12 font-mono text-xs">{key}</span>
          <span className="h-2 bg-accent" style={{ inlineSize: size }} />
          {size}
        </li>
      ))}
    </ul>
  ),
}
export const Shape: Story = {
  render: () => (
    <div className="flex flex-wrap gap-4 bg-canvas p-4">
      {Object.entries(radii).map(([key, radius]) => (
        <div
          key={key}
          className="flex size-16 items-center justify-center border border-line bg-surface text-xs"
          style={{ borderRadius: radius }}
        >
          {key}
        </div>
      ))}
      {Object.keys(elevations).map(level => (
        <div
          key={level}
          className="flex size-16 items-center justify-center rounded-card bg-surface-raised text-xs"
          style={{ boxShadow: `var(--ds-elevation-${level})` }}
        >
          {level}
        </div>
      ))}
    </div>
  ),
}
export const Density: Story = {
  render: () => (
    <div className="grid grid-cols-3 gap-3">
      {densities.map(density => (
        <div key={density} data-density={density} className="rounded-card border border-line-subtle">
          <div className="flex h-header items-center bg-surface-sunken px-cell-x text-xs font-medium">{density}</div>
          <div className="flex h-row items-center border-bs border-line-subtle px-cell-x cell-stretch">P-7241903</div>
        </div>
      ))}
    </div>
  ),
  play: async ({ canvas }) => {
    const heights = canvas.getAllByText('P-7241903').map(row => row.getBoundingClientRect().height)
    await expect(heights).toEqual([28, 36, 44])
  },
}
export const Fonts: Story = {
  render: () => (
    <div className="grid gap-1 text-md">
      <p>
        Rechtsabteilung Straße 0123456789 <span className="font-medium">500</span>{' '}
        <span className="font-semibold">600</span>
      </p>
      <p lang="ar" dir="rtl">
        رفض الطلب بسبب درجة المخاطر <span className="font-semibold">عالية</span>
      </p>
      <p lang="he" dir="rtl">
        דחיית ההזמנה בגלל ציון הסיכון
      </p>
      <p className="font-mono">0O 1lI c0a8-41f2</p>
    </div>
  ),
  play: async () => {
    await document.fonts.ready
    // A missing family would silently fall back to a system font.
    for (const [font, text] of [
      ['400 14px "IBM Plex Sans Variable"', 'abc'],
      ['600 14px "IBM Plex Sans Arabic"', 'رفض'],
      ['400 14px "IBM Plex Sans Hebrew"', 'דח'],
      ['400 14px "IBM Plex Mono"', '0O'],
    ] as const) {
      await expect((await document.fonts.load(font, text)).length).toBeGreaterThan(0)
    }
  },
}

const cell = 'py-1 pe-4 text-start font-normal'
function Facts({ head, rows }: { head: readonly string[]; rows: readonly (readonly string[])[] }) {
  return (
    <table className="text-sm">
      <thead>
        <tr className="border-be border-line text-xs text-fg-muted">
          {head.map(name => (
            <th key={name} scope="col" className={cell}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...values]) => (
          <tr key={name} className="border-be border-line-subtle">
            <th scope="row" className={cell}>
              <bdi dir="ltr" className="font-mono">
                {name}
              </bdi>
            </th>
            {values.map((value, index) => (
              <td key={index} className={cell}>
                <bdi dir="ltr">{value}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Every step of the type scale, and the three weights. */
export const TypeScale: Story = {
  render: () => (
    <div className="grid gap-4">
      <Facts
        head={['Step', 'Size', 'Line', 'Line in Arabic and Hebrew']}
        rows={Object.entries(type).map(([step, { size, line, ...more }]) => [
          `text-${step}`,
          size,
          line,
          'lineTall' in more ? more.lineTall : line,
        ])}
      />
      <ul className="grid gap-1">
        {Object.keys(type).map(step => (
          <li key={step} style={{ fontSize: `var(--ds-size-${step})`, lineHeight: `var(--ds-leading-${step})` }}>
            Hold order P-7241903 for review
          </li>
        ))}
      </ul>
      <ul className="flex gap-6 text-md">
        {Object.entries(weights).map(([name, weight]) => (
          <li key={name} style={{ fontWeight: weight }}>
            {name} {weight}
          </li>
        ))}
      </ul>
    </div>
  ),
}
export const DensitySizes: Story = {
  render: () => (
    <Facts
      head={['Size', ...densities]}
      rows={Object.entries(densitySizes).map(([name, sizes]) => [name, ...densities.map(density => sizes[density])])}
    />
  ),
}
const Movement = () => (
  <Facts
    head={['Token', 'Value']}
    rows={[
      ...Object.entries(durations).map(([name, value]) => [`duration-${name}`, value]),
      ['ease', ease],
      ['travel', travel],
    ]}
  />
)
/** Durations, the one curve, the distance that a surface moves. Under reduced motion each is close to zero. */
export const Motion: Story = { render: Movement }
export const ReducedMotion: Story = {
  globals: { motion: 'reduced' },
  render: Movement,
  play: async () => {
    await expect(getComputedStyle(document.documentElement).getPropertyValue('--ds-duration-slow').trim()).toBe('1ms')
  },
}
export const Stacking: Story = {
  render: () => (
    <Facts head={['Layer', 'z-index']} rows={Object.entries(layers).map(([name, index]) => [`z-${name}`, index])} />
  ),
}
/** The same row in both directions: text follows the page, ids and amounts keep their character order. */
export const Direction: Story = {
  render: () => (
    <div className="grid gap-2">
      {(['ltr', 'rtl'] as const).map(dir => (
        <div key={dir} dir={dir} className="flex items-center gap-3 rounded-card border border-line-subtle px-3 py-2">
          <span className="border-s-2 border-accent ps-2">{dir === 'ltr' ? 'Order held' : 'تم تعليق الطلب'}</span>
          <bdi dir="ltr" className="font-mono text-xs">
            P-7241903
          </bdi>
          <bdi dir="ltr" className="ms-auto tabular-nums">
            EUR 2,418.90
          </bdi>
        </div>
      ))}
    </div>
  ),
  play: async ({ canvas }) => {
    const [left, right] = canvas.getAllByText('EUR 2,418.90').map(amount => amount.getBoundingClientRect().left)
    await expect(left).toBeGreaterThan(right ?? 0)
  },
}
