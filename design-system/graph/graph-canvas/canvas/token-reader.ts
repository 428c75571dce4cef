/**
 * A canvas cannot read CSS variables: returns a token's value as `rgb()`, or the system colour that replaces it in
 * forced colours.
 */
export function createTokenReader(element: Element): (name: string, system: string) => string {
  const computed = getComputedStyle(element)
  const forced = matchMedia('(forced-colors: active)').matches
  const probe = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  return (name, system) => {
    const value = forced ? system : computed.getPropertyValue(`--ds-${name}`).trim()
    if (!probe || value === '') return 'rgb(128,128,128)'
    // Cytoscape and SVG images support rgb, but neither oklch nor system colours: a painted pixel is read back.
    probe.clearRect(0, 0, 1, 1)
    probe.fillStyle = value
    probe.fillRect(0, 0, 1, 1)
    const [r, g, b] = probe.getImageData(0, 0, 1, 1).data
    return `rgb(${r},${g},${b})`
  }
}
