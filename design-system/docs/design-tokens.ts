import { colors } from '../tokens/color.ts'
import { fonts, spacing, type, weights } from '../tokens/scale.ts'

interface Token {
  $value: unknown
}
type Group = { $type: string } & Record<string, Token | string>

/** `97.2% 0.004 250` as the colour value of the format. */
function oklch(color: string) {
  const [lightness = '0', chroma = '0', hue = '0'] = color.split(' ')
  return {
    colorSpace: 'oklch',
    components: [Number((Number.parseFloat(lightness) / 100).toFixed(4)), Number(chroma), Number(hue)],
  }
}

/** `4px` or `0.75rem` as the dimension value of the format. */
function dimension(length: string) {
  const [, value = '0', unit = 'px'] = /^([\d.]+)(px|rem)$/.exec(length) ?? []
  return { value: Number(value), unit }
}

const group = ($type: string, values: Record<string, unknown>): Group => ({
  $type,
  ...Object.fromEntries(Object.entries(values).map(([name, $value]) => [name, { $value }])),
})

const mapValues = <In, Out>(record: Record<string, In>, change: (value: In) => Out): Record<string, Out> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))

/**
 * The tokens in the format of the Design Tokens Community Group, 2025.10. A name may have no dot and no brace there, so
 * the step 1.5 is called 1_5.
 */
export const designTokens = {
  color: {
    light: group(
      'color',
      mapValues(colors, ([light]) => oklch(light)),
    ),
    dark: group(
      'color',
      mapValues(colors, ([, dark]) => oklch(dark)),
    ),
  },
  space: group(
    'dimension',
    Object.fromEntries(Object.entries(spacing).map(([name, length]) => [name.replace('.', '_'), dimension(length)])),
  ),
  'font-size': group(
    'dimension',
    mapValues(type, ({ size }) => dimension(size)),
  ),
  'font-weight': group('fontWeight', mapValues(weights, Number)),
  'font-family': group(
    'fontFamily',
    mapValues(fonts, list => list.split(', ').map(name => name.replaceAll('"', ''))),
  ),
}

/** Address of the file, for a link that downloads it. */
export const designTokensAddress = `data:application/json,${encodeURIComponent(JSON.stringify(designTokens, null, 2))}`
