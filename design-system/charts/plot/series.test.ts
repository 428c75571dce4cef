import { expect, it } from 'vitest'
import { chartTones, seriesStyleOf } from './series.ts'

it('no two tones of a picture share a look: colour with lines, nor lines alone in forced colours', () => {
  for (const group of ['series-', 'bucket-', 'tint-']) {
    const styles = chartTones.filter(tone => tone.startsWith(group) || tone === 'rest').map(seriesStyleOf)
    const looks = styles.map(({ fill, hatch }) => `${fill} ${hatch.angle} ${hatch.gap}`)
    expect(new Set(looks).size, group).toBe(looks.length)
    const lines = styles.map(({ hatch }) => `${hatch.angle} ${hatch.gap}`)
    expect(new Set(lines).size, group).toBe(lines.length)
  }
})

it('what is counted together has the colour of no series', () => {
  const { fill } = seriesStyleOf('rest')
  expect(chartTones.filter(tone => tone !== 'rest' && seriesStyleOf(tone).fill === fill)).toEqual([])
})
