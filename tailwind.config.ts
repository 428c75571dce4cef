import type { Config } from 'tailwindcss'
import { durations } from './design-system/tokens/motion.ts'
import { fonts, layers, radii, spacing, type, weights } from './design-system/tokens/scale.ts'

const token = (name: string) => `var(--ds-${name})`
const tone = (name: string) => ({
  DEFAULT: token(name),
  subtle: token(`${name}-subtle`),
  border: token(`${name}-border`),
  text: token(`${name}-text`),
  on: token(`on-${name}`),
})
const decision = (name: string) => ({ ...tone(`decision-${name}`), on: token(`on-decision-${name}`) })
const steps = (name: string, from: number, to: number) =>
  Object.fromEntries(
    Array.from({ length: to - from + 1 }, (_, index) => [String(from + index), token(`${name}-${from + index}`)]),
  )
const map = (source: object, name: string) =>
  Object.fromEntries(Object.keys(source).map(key => [key, token(`${name}-${key}`)]))

/** Heights and widths of the shell and of controls, by name. */
const heights = {
  control: token('control-height'),
  'control-sm': token('control-height-sm'),
  row: token('row-height'),
  header: token('header-height'),
  topbar: token('topbar-height'),
  'page-header': token('page-header-height'),
  bar: token('bar-height'),
  'fact-row': token('fact-row-height'),
}
const widths = {
  control: token('control-height'),
  'control-sm': token('control-height-sm'),
  nav: token('nav-width'),
  'nav-collapsed': token('nav-width-collapsed'),
  panel: token('panel-width'),
  rail: token('rail-width'),
}
const paddings = { 'cell-x': token('cell-padding'), page: token('page-gutter') }

/** Names that read as sentences; every value is a custom property of `design-system/styles/tokens.css`. */
export default {
  content: [],
  darkMode: ['selector', '[data-theme="dark"]'],
  theme: {
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      inherit: 'inherit',
      canvas: token('canvas'),
      surface: {
        DEFAULT: token('surface'),
        raised: token('surface-raised'),
        sunken: token('surface-sunken'),
        hover: token('surface-hover'),
        selected: token('surface-selected'),
        inverse: token('surface-inverse'),
      },
      fg: {
        DEFAULT: token('text'),
        secondary: token('text-secondary'),
        muted: token('text-muted'),
        disabled: token('text-disabled'),
        inverse: token('text-inverse'),
      },
      link: token('text-link'),
      line: { DEFAULT: token('border'), subtle: token('border-subtle'), strong: token('border-strong') },
      focus: token('focus'),
      scrim: token('scrim'),
      accent: { ...tone('accent'), hover: token('accent-hover'), active: token('accent-active') },
      success: tone('success'),
      warning: tone('warning'),
      danger: { ...tone('danger'), hover: token('danger-hover') },
      info: tone('info'),
      approve: decision('approve'),
      review: decision('review'),
      challenge: decision('challenge'),
      reject: decision('reject'),
      score: steps('score', 1, 5),
      heat: steps('heat', 0, 7),
      chart: steps('chart', 1, 8),
    },
    spacing,
    borderRadius: { none: '0px', ...radii },
    boxShadow: {
      none: 'none',
      0: token('elevation-0'),
      1: token('elevation-1'),
      2: token('elevation-2'),
      3: token('elevation-3'),
    },
    fontFamily: { sans: fonts.sans, mono: fonts.mono },
    fontWeight: weights,
    fontSize: Object.fromEntries(
      Object.keys(type).map(step => [
        step,
        [token(`size-${step}`), { lineHeight: token(`leading-${step}`), letterSpacing: token(`tracking-${step}`) }],
      ]),
    ),
    transitionDuration: map(durations, 'duration'),
    transitionTimingFunction: { DEFAULT: token('ease'), ds: token('ease') },
    animation: {
      none: 'none',
      spin: 'ds-spin 1s linear infinite',
      'fade-in': `ds-fade-in ${token('duration-base')} ${token('ease')}`,
      'fade-out': `ds-fade-out ${token('duration-base')} ${token('ease')} forwards`,
      'rise-in': `ds-rise-in ${token('duration-base')} ${token('ease')}`,
      'slide-in': `ds-slide-in ${token('duration-slow')} ${token('ease')}`,
      changed: `ds-changed ${token('duration-changed')} ${token('ease')}`,
    },
    extend: {
      height: heights,
      minHeight: heights,
      maxHeight: heights,
      width: widths,
      minWidth: widths,
      maxWidth: { ...widths, prose: '45rem', 'dialog-sm': '25rem', 'dialog-md': '35rem', 'dialog-lg': '50rem' },
      size: { control: token('control-height'), 'control-sm': token('control-height-sm'), avatar: '1.75rem' },
      padding: paddings,
      margin: paddings,
      zIndex: layers,
    },
  },
} satisfies Config
