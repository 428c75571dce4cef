import { cx } from 'class-variance-authority'
import { createTailwindMerge } from 'tailwind-merge'

const any = () => true
/** One property, one prefix: `p-…`. */
const prefix = (...names: string[]) => Object.fromEntries(names.map(name => [name, [{ [name]: [any] }]]))
/** One property, words of its own. */
const words = (name: string, ...classes: string[]) => ({ [name]: classes })

const sides = ['x', 'y', 's', 'e', 'bs', 'be'] as const
const family = (name: string, join: string) => prefix(name, ...sides.map(side => `${name}${join}${side}`))
const covers = (name: string, join: string) => ({
  [name]: sides.map(side => `${name}${join}${side}`),
  [`${name}${join}x`]: [`${name}${join}s`, `${name}${join}e`],
  [`${name}${join}y`]: [`${name}${join}bs`, `${name}${join}be`],
})
const borderSides = sides.map(side => `border-${side}`)
const widths = ['', '0', '1', '2', '3', '4']

/**
 * Which classes set the same property. The table of the library knows all of Tailwind and is three times the size of everything
 * else in it; ours names what the closed scales of `tailwind.config.ts` can produce. A test holds it against the whole table.
 */
const merge = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  classGroups: {
    ...words('display', 'block', 'inline', 'inline-block', 'flex', 'inline-flex', 'grid', 'inline-grid', 'table', 'table-row', 'table-cell', 'table-caption', 'contents', 'hidden', 'list-item', 'flow-root'),
    ...words('table-layout', 'table-auto', 'table-fixed'),
    ...words('position', 'static', 'fixed', 'absolute', 'relative', 'sticky'),
    ...words('visibility', 'visible', 'invisible', 'collapse'),
    ...words('reader', 'sr-only', 'not-sr-only'),
    ...words('line', 'underline', 'line-through', 'no-underline', 'overline'),
    ...words('focus-ring', 'focus-ring', 'focus-ring-inset'),
    ...words('text-overflow', 'truncate', 'text-ellipsis', 'text-clip'),
    ...words('digits', 'tabular-nums', 'proportional-nums'),
    ...words('isolation', 'isolate', 'isolation-auto'),
    ...prefix('z', 'order', 'float', 'object', 'opacity', 'shadow', 'cursor', 'select', 'pointer-events', 'resize', 'touch', 'animate', 'transition', 'duration', 'ease', 'delay'),
    ...prefix('align', 'fill', 'leading', 'tracking', 'whitespace', 'wrap', 'break', 'hyphens', 'underline-offset', 'shift-inline', 'scale', 'rotate', 'translate-y', 'will-change', 'appearance'),
    ...prefix('grid-cols', 'grid-rows', 'auto-rows', 'auto-cols', 'grid-flow', 'col', 'col-start', 'col-end', 'row', 'row-start', 'row-end', 'justify', 'justify-items', 'justify-self', 'content', 'items', 'self', 'basis'),
    ...prefix('gap', 'gap-x', 'gap-y', 'overflow', 'overflow-x', 'overflow-y', 'overscroll', 'size', 'w', 'h', 'min-w', 'min-h', 'max-w', 'max-h', 'aspect', 'line-clamp', 'forced-color-adjust', 'border-spacing', 'bg', 'outline-offset'),
    ...family('p', ''), ...family('m', ''), ...family('inset', '-'), ...family('scroll-p', ''), ...family('scroll-m', ''),
    ...prefix('rounded', 'rounded-s', 'rounded-e', 'rounded-ss', 'rounded-se', 'rounded-es', 'rounded-ee'),
    'flex-direction': [{ flex: ['row', 'row-reverse', 'col', 'col-reverse'] }],
    'flex-wrap': [{ flex: ['wrap', 'nowrap', 'wrap-reverse'] }],
    flex: [{ flex: [any] }],
    grow: [{ grow: ['', any] }],
    shrink: [{ shrink: ['', any] }],
    'font-weight': [{ font: ['normal', 'medium', 'semibold'] }],
    font: [{ font: [any] }],
    'font-size': [{ text: ['2xs', 'xs', 'sm', 'md', 'lg', 'xl', '2xl', '3xl'] }],
    'text-align': [{ text: ['start', 'center', 'end', 'justify'] }],
    'text-wrap': [{ text: ['wrap', 'nowrap', 'balance', 'pretty'] }],
    text: [{ text: [any] }],
    'decoration-style': [{ decoration: ['solid', 'dashed', 'dotted', 'double', 'wavy'] }],
    'decoration-w': [{ decoration: ['0', '1', '2', '4'] }],
    decoration: [{ decoration: [any] }],
    'stroke-w': [{ stroke: ['0', '1', '2'] }],
    stroke: [{ stroke: [any] }],
    'outline-style': [{ outline: ['none', 'hidden', 'solid', 'dashed', 'dotted'] }],
    'outline-w': [{ outline: widths }],
    outline: [{ outline: [any] }],
    'border-style': [{ border: ['solid', 'dashed', 'dotted', 'hidden', 'none'] }],
    'border-collapse': [{ border: ['collapse', 'separate'] }],
    ...Object.fromEntries(['border', ...borderSides].flatMap(name => [[`${name}-w`, [{ [name]: widths }]], [name, [{ [name]: [any] }]]])),
  },
  conflictingClassGroups: {
    ...covers('p', ''), ...covers('m', ''), ...covers('inset', '-'), ...covers('scroll-p', ''), ...covers('scroll-m', ''),
    border: borderSides, 'border-x': ['border-s', 'border-e'], 'border-y': ['border-bs', 'border-be'],
    'border-w': borderSides.map(name => `${name}-w`), 'border-x-w': ['border-s-w', 'border-e-w'], 'border-y-w': ['border-bs-w', 'border-be-w'],
    rounded: ['rounded-s', 'rounded-e', 'rounded-ss', 'rounded-se', 'rounded-es', 'rounded-ee'],
    'rounded-s': ['rounded-ss', 'rounded-es'], 'rounded-e': ['rounded-se', 'rounded-ee'],
    gap: ['gap-x', 'gap-y'], overflow: ['overflow-x', 'overflow-y'], size: ['w', 'h'], flex: ['basis', 'grow', 'shrink'],
    'font-size': ['leading'], 'line-clamp': ['display', 'overflow'],
  },
  conflictingClassGroupModifiers: { 'font-size': ['leading'] },
  orderSensitiveModifiers: ['*', '**', 'after', 'backdrop', 'before', 'details-content', 'file', 'first-letter', 'first-line', 'marker', 'placeholder', 'selection'],
}))

/** Joins class names; of two that set the same property the later one stays. */
export function cn(...classes: Parameters<typeof cx>): string {
  return merge(cx(classes))
}
