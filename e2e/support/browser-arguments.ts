/** What Playwright 1.65 switches off: a list of our own takes the place of its list. */
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
 * The suggestions below the address bar are pages of their own, and so is the one that is kept for the next visit:
 * three processes for every window, which took more than half of the processor time of opening it. No journey sees any
 * of them.
 */
const disabledFeatures = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess']

/** How the browser of the journeys is started. */
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
  // The database of sample data is the only WebAssembly there is, and a journey is over before optimised code would pay:
  // making it took more processor time than everything that the database did.
  '--js-flags=--liftoff-only',
  `--disable-features=${[...disabledByPlaywright, ...disabledFeatures].join(',')}`,
]
