declare module 'cytoscape-fcose' {
  import type { Ext } from 'cytoscape'

  const fcose: Ext
  export default fcose
}
