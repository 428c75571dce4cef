import { type ColorName, colors, forcedColor, moreContrast, scrim, type ThemedColor } from './color.ts'
import { durations, ease, travel } from './motion.ts'
import { densities, densitySizes, elevations, fonts, sizes, type TypeStep, type } from './scale.ts'

type Theme = 0 | 1
const names = Object.keys(colors) as ColorName[]
const oklch = (color: ThemedColor, theme: Theme) => `oklch(${color[theme]})`
const steps = Object.entries(type) as [string, TypeStep][]

function block(selector: string, lines: string[], indent = ''): string {
  return `${indent}${selector} {\n${lines.map(line => `${indent}  ${line};`).join('\n')}\n${indent}}\n`
}

function themeLines(theme: Theme): string[] {
  return [
    `color-scheme: ${theme === 0 ? 'light' : 'dark'}`,
    ...names.map(name => `--ds-${name}: ${oklch(colors[name], theme)}`),
    `--ds-scrim: ${oklch(scrim, theme)}`,
    ...Object.entries(elevations).map(([level, shadow]) => `--ds-elevation-${level}: ${shadow[theme]}`),
  ]
}

function contrastLines(theme: Theme): string[] {
  return [
    ...Object.entries(moreContrast).map(([name, source]) => `--ds-${name}: ${oklch(colors[source], theme)}`),
    '--ds-focus-width: 3px',
  ]
}

/**
 * The style sheet that publishes every token. `build.ts` writes it to disk; a test verifies that the file is current.
 */
export function tokensCss(): string {
  const fixed = [
    '--ds-dir: 1',
    '--ds-focus-width: 2px',
    `--ds-font-sans: ${fonts.sans}`,
    `--ds-font-mono: ${fonts.mono}`,
    ...steps.map(([step, { size }]) => `--ds-size-${step}: ${size}`),
    ...steps.map(([step, { line }]) => `--ds-leading-${step}: ${line}`),
    ...steps.map(([step, { tracking }]) => `--ds-tracking-${step}: ${tracking ?? '0em'}`),
    ...Object.entries(sizes).map(([name, value]) => `--ds-${name}: ${value}`),
    '--ds-page-gutter: 24px',
    ...Object.entries(durations).map(([name, value]) => `--ds-duration-${name}: ${value}`),
    `--ds-ease: ${ease}`,
    `--ds-travel: ${travel}`,
  ]
  const tall = steps.flatMap(([step, { lineTall }]) => (lineTall ? [`--ds-leading-${step}: ${lineTall}`] : []))
  const untracked = steps.flatMap(([step, { tracking }]) => (tracking ? [`--ds-tracking-${step}: 0em`] : []))
  // With the attribute, browsers try the rule on elements that name a language alone, not on every element.
  const scripts = '[lang]:is(:lang(ar), :lang(fa), :lang(ur), :lang(he))'
  // Repeated selectors raise the specificity: system preferences override theme and density, on every element.
  const anyTheme = ':root:root:root, [data-theme][data-theme][data-theme]'
  const anyDensity = ':root:root:root, [data-density][data-density][data-density]'

  return [
    '/* Generated from design-system/tokens by tokens/build.ts. Change the source, not this file. */\n',
    block(':root', fixed),
    block("[dir='rtl']", ['--ds-dir: -1']),
    block("[dir='ltr']", ['--ds-dir: 1']),
    block(scripts, [...tall, ...untracked]),
    ...densities
      .map(density =>
        block(
          density === 'comfortable' ? ":root, [data-density='comfortable']" : `[data-density='${density}']`,
          Object.entries(densitySizes).map(([name, values]) => `--ds-${name}: ${values[density]}`),
        ),
      )
      .toSorted((a, b) => Number(b.startsWith(':root')) - Number(a.startsWith(':root'))),
    block(":root, [data-theme='light']", themeLines(0)),
    block("[data-theme='dark']", themeLines(1)),
    block("[data-contrast='more']", contrastLines(0)),
    block("[data-theme='dark'][data-contrast='more'], [data-theme='dark'] [data-contrast='more']", contrastLines(1)),
    `@media (prefers-contrast: more) {\n${block(':root:root', contrastLines(0), '  ')}${block(":root[data-theme='dark']", contrastLines(1), '  ')}}\n`,
    `@media (width < 75rem) {\n${block(':root', ['--ds-page-gutter: 16px', '--ds-panel-width: max(320px, min(20rem, 60vw))'], '  ')}}\n`,
    `@media (width < 40rem) {\n${block(':root', ['--ds-page-gutter: 12px'], '  ')}}\n`,
    `@media (pointer: coarse) {\n${block(anyDensity, ['--ds-control-height: 2.5rem', '--ds-control-height-sm: 2.5rem', '--ds-row-height: 2.75rem', '--ds-bar-height: 3rem'], '  ')}}\n`,
    `@media (prefers-reduced-motion: reduce) {\n${block(':root:root', [...Object.keys(durations).map(name => `--ds-duration-${name}: 1ms`), '--ds-travel: 0px'], '  ')}}\n`,
    block(":root[data-motion='reduced']", [
      ...Object.keys(durations).map(name => `--ds-duration-${name}: 1ms`),
      '--ds-travel: 0px',
    ]),
    `@media (forced-colors: active) {\n${block(
      anyTheme,
      names.map(name => `--ds-${name}: ${forcedColor(name)}`),
      '  ',
    )}}\n`,
  ].join('\n')
}
