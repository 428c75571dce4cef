/** Calls back when the colours of the page change, as a canvas does not repaint itself; returns the function that ends it. */
export function watchTheme(onChange: () => void): () => void {
  const themes = new MutationObserver(onChange)
  themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-contrast'] })
  const forced = matchMedia('(forced-colors: active)')
  forced.addEventListener('change', onChange)
  return () => {
    themes.disconnect()
    forced.removeEventListener('change', onChange)
  }
}
