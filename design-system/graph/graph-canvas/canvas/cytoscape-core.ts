import cytoscape, { type Core } from 'cytoscape'
import { getNonce } from 'get-nonce'

/**
 * Above this the picture is drawn for speed: one pixel per point, no lines while it moves, and by the graphics card
 * where there is one.
 */
export const largeFrom = 2000

/** Cytoscape adds a style element without a nonce; one with its id, made here, tells it that its rule is there. */
const styleId = '__________cytoscape_stylesheet'

function adoptStylesheet(): void {
  if (document.getElementById(styleId)) return
  const style = document.createElement('style')
  style.id = styleId
  const nonce = getNonce()
  if (nonce !== undefined) style.nonce = nonce
  document.head.append(style)
}

/** A graphics card, not its imitation on the processor, which is slower than a plain canvas. */
function hasGpu(): boolean {
  const gl = document.createElement('canvas').getContext('webgl2')
  if (!gl) return false
  const info = gl.getExtension('WEBGL_debug_renderer_info')
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER))
  gl.getExtension('WEBGL_lose_context')?.loseContext()
  return !/swiftshader|llvmpipe|software|basic render/i.test(name)
}

/** Cytoscape in its host, with the options for a large graph where it is one. */
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
