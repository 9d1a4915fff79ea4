/** The native shell's bridge: Capacitor puts it on the page before the page is loaded, so nothing of it is in the web's bundle. */

type PluginMethod = (options?: object) => Promise<unknown>;
/** An older bridge answers it at once, a newer one by a promise. */
type ListenerHandle = Removable | Promise<Removable>;
type Removable = { remove(): unknown };
/** A plugin as the bridge has it. */
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
  /** Resolves with undefined where the plugin is too old to know the method. */
  call(method: string, options?: object): Promise<unknown>;
  /** Returns how to stop. */
  listen(event: string, listener: (data: unknown) => void): () => void;
};

export const isNative = (): boolean => window.Capacitor?.isNativePlatform() === true;

/** A plugin by its name; null on the web, and where the shell was made without it. */
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
