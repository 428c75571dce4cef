/** Images by their addresses; `onLoaded` is called when those that were asked for are there. */
export function createImages(onLoaded: () => void) {
  const images = new Map<string, { image: HTMLImageElement; loaded: Promise<void> }>()
  let waiting = 0
  let ended = false
  const request = (url: string) => {
    const known = images.get(url)
    if (known) return known
    const image = new Image()
    image.src = url
    waiting += 1
    const loaded = image
      .decode()
      .catch(() => undefined)
      .then(() => {
        waiting -= 1
        if (waiting === 0 && !ended) onLoaded()
      })
    const entry = { image, loaded }
    images.set(url, entry)
    return entry
  }
  return {
    /** The image of an address; null while it is being loaded. */
    of: (url: string): HTMLImageElement | null => {
      const { image } = request(url)
      return image.complete && image.naturalWidth > 0 ? image : null
    },
    /** Loads images; the promise is kept when all are there. */
    load: async (urls: Iterable<string>): Promise<void> => {
      await Promise.all([...new Set(urls)].map(url => request(url).loaded))
    },
    stop() {
      ended = true
    },
  }
}
