import { testLayerConformance } from '../testing/conformance.tsx'
import * as layer from './index.ts'

const { GeoMap } = layer

testLayerConformance(layer, {
  GeoMap: {
    slot: 'geo-map',
    render: root => (
      <GeoMap
        label="[Places]"
        defaultView="both"
        points={[
          { id: 'a', kind: 'ip', label: '[Vilnius]', longitude: 25, latitude: 54 },
          { id: 'b', kind: 'billing', label: '[Hamburg]', longitude: 10, latitude: 53 },
        ]}
        arcs={[{ id: 'a', from: 'a', to: 'b' }]}
        regions={[{ code: 'DE', value: 3 }]}
        {...root}
      />
    ),
    // Names of countries and units are formatted by Intl.
    allowed: /Germany|km/u,
  },
})
