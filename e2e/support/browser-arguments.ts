/** Features that Playwright 1.65 disables: a custom list replaces its list. */
const disabledByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]
/**
 * The suggestions below the address bar are separate pages, and so is the one that is preloaded for the next visit:
 * three processes for every window, which took more than half of the processor time of opening it. No journey uses any
 * of them.
 */
const disabledFeatures = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess']

/** Arguments of the browser of the journeys and of the benchmarks. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
  // All pages of the console share one process, which survives a navigation: starting another one takes a third of the
  // processor time of loading a page.
  '--process-per-site',
  '--disable-site-isolation-trials',
  `--disable-features=${[...disabledByPlaywright, ...disabledFeatures].join(',')}`,
]

/**
 * A journey is over before optimised code pays off: compiling it takes more processor time than it saves, most of all
 * for WebAssembly, which is the database of sample data. Benchmarks run the optimised code.
 */
export const unoptimisedCode = '--js-flags=--no-opt --no-maglev --liftoff-only'
