/** As `tinykeys` tells it, for which $mod is ⌘ there and Ctrl elsewhere. */
export const isMac = /Mac|iPod|iPhone|iPad/.test(navigator.platform);
