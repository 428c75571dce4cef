import cytoscape, { type Core } from 'cytoscape'
import { getNonce } from 'get-nonce'

/**
 * Above this number of elements the picture is drawn for speed: one pixel per point, no lines while it moves, and on
 * the GPU where there is one.
 */
export const largeFrom = 2000

/** Cytoscape adds a style element without a nonce; an element with its id, created here, makes it skip that. */
const styleId = '__________cytoscape_stylesheet'

function adoptStylesheet(): void {
  if (document.getElementById(styleId)) return
  const style = document.createElement('style')
  style.id = styleId
  const nonce = getNonce()
  if (nonce !== undefined) style.nonce = nonce
  document.head.append(style)
}

/** A real GPU, not software rendering, which is slower than a plain canvas. */
function hasGpu(): boolean {
  const gl = document.createElement('canvas').getContext('webgl2')
  if (!gl) return false
  const info = gl.getExtension('WEBGL_debug_renderer_info')
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER))
  gl.getExtension('WEBGL_lose_context')?.loseContext()
  return !/swiftshader|llvmpipe|software|basic render/i.test(name)
}

/** Creates Cytoscape in its host, with the options for a large graph where it is one. */
export function createCore(host: HTMLElement, style: cytoscape.StylesheetJson, large: boolean): Core {
  adoptStylesheet()
  return cytoscape({
    container: host,
    style,
    layout: { name: 'preset' },
    minZoom: 0.02,
    maxZoom: 3,
    boxSelectionEnabled: false,
    autounselectify: true,
    ...(large
      ? {
          pixelRatio: 1,
          textureOnViewport: true,
          hideEdgesOnViewport: true,
          hideLabelsOnViewport: true,
          ...(hasGpu() ? { renderer: { name: 'canvas', webgl: true } } : {}),
        }
      : {}),
  })
}
