/** The native shell's bridge. Capacitor injects it before the page loads, so the web bundle contains nothing of it. */

type PluginMethod = (options?: object) => Promise<unknown>;
/** Older bridges return the handle, newer ones a promise of it. */
type ListenerHandle = Removable | Promise<Removable>;
type Removable = { remove(): unknown };
/** A plugin on the bridge. */
type BridgePlugin = {
  readonly addListener?: (event: string, listener: (data: unknown) => void) => ListenerHandle;
} & { readonly [method: string]: PluginMethod | undefined };
declare global {
  interface Window {
    readonly Capacitor?: {
      isNativePlatform(): boolean;
      getPlatform?(): string;
      readonly Plugins?: Readonly<Record<string, BridgePlugin | undefined>>;
    };
  }
}

export type NativePlugin = {
  /** Resolves with undefined if the plugin does not have the method. */
  call(method: string, options?: object): Promise<unknown>;
  /** Returns how to stop. */
  listen(event: string, listener: (data: unknown) => void): () => void;
};

export const isNative = (): boolean => window.Capacitor?.isNativePlatform() === true;

/** A plugin by name; null on the web, and if the shell was built without it. */
export function nativePlugin(name: string): NativePlugin | null {
  const plugin = isNative() ? window.Capacitor?.Plugins?.[name] : undefined;
  if (!plugin) return null;
  return {
    call: async (method, options) => plugin[method]?.(options),
    listen: (event, listener) => {
      const handle = Promise.resolve(plugin.addListener?.(event, listener));
      return () => void handle.then((it) => it?.remove());
    },
  };
}
