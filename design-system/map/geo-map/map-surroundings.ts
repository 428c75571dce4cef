/** Bounds of the inhabited world. */
export const worldBounds: [number, number, number, number] = [-168, -56, 178, 78]

/** Whether the browser can draw the map: WebGL may be disabled. */
export function hasWebGl(): boolean {
  const gl = document.createElement('canvas').getContext('webgl2')
  gl?.getExtension('WEBGL_lose_context')?.loseContext()
  return gl !== null
}
