type Channels = readonly [red: number, green: number, blue: number]

/** The 8-bit sRGB channels of an OKLCH colour written `lightness% chroma hue`. */
function channels(color: string): Channels {
  const [lightness = '0', chroma = '0', hue = '0'] = color.split(' ')
  const l = Number.parseFloat(lightness) / 100
  const angle = (Number(hue) * Math.PI) / 180
  const a = Number(chroma) * Math.cos(angle)
  const b = Number(chroma) * Math.sin(angle)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    gammaEncode(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
    gammaEncode(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
    gammaEncode(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short),
  ]
}

function gammaEncode(light: number): number {
  const linear = Math.min(Math.max(light, 0), 1)
  return Math.round((linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055) * 255)
}

/** An OKLCH colour as `#rrggbb`, for what reads no other notation. */
export const hexOf = (color: string): string =>
  `#${channels(color)
    .map(channel => channel.toString(16).padStart(2, '0'))
    .join('')}`

/** Relative luminance of an OKLCH colour, as displayed. */
function luminance(color: string): number {
  const linear = channels(color).map(channel => {
    const shown = channel / 255
    return shown <= 0.04045 ? shown / 12.92 : ((shown + 0.055) / 1.055) ** 2.4
  })
  const [red = 0, green = 0, blue = 0] = linear
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG 2 contrast ratio of two colours. */
export function contrast(first: string, second: string): number {
  const [dark = 0, light = 0] = [luminance(first), luminance(second)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/**
 * Perceived lightness contrast of text on a background (APCA 0.1.9, absolute): a measure of readability, whichever of
 * the two is darker.
 */
export function lightnessContrast(text: string, ground: string): number {
  const screen = (color: string) => {
    const [red, green, blue] = channels(color)
    const y = 0.2126729 * (red / 255) ** 2.4 + 0.7151522 * (green / 255) ** 2.4 + 0.072175 * (blue / 255) ** 2.4
    return y > 0.022 ? y : y + (0.022 - y) ** 1.414
  }
  const [ink, paper] = [screen(text), screen(ground)]
  if (Math.abs(ink - paper) < 0.0005) return 0
  const difference = paper > ink ? (paper ** 0.56 - ink ** 0.57) * 1.14 : (paper ** 0.65 - ink ** 0.62) * 1.14
  return Math.abs(difference) < 0.1 ? 0 : (Math.abs(difference) - 0.027) * 100
}
