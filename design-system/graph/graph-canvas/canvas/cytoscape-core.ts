import cytoscape, { type Core } from 'cytoscape'
import { getNonce } from 'get-nonce'
import { zoomLimits } from './viewport.ts'

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

/** Creates Cytoscape in its host. */
export function createCore(host: HTMLElement, style: cytoscape.StylesheetJson): Core {
  adoptStylesheet()
  return cytoscape({
    container: host,
    style,
    layout: { name: 'preset' },
    minZoom: zoomLimits.min,
    maxZoom: zoomLimits.max,
    boxSelectionEnabled: false,
    autounselectify: true,
  })
}
