// The part of Preact and htm that the studio uses.
export type Child = any;
export function html(strings: TemplateStringsArray, ...values: any[]): any;
export function h(type: any, props?: any, ...children: any[]): any;
export function render(tree: any, parent: Element): void;
export function createContext<T>(value: T): { Provider: any; Consumer: any };
export function useState<T>(initial: T | (() => T)): [T, (next: T | ((before: T) => T)) => void];
export function useReducer<S, A>(reducer: (state: S, action: A) => S, initial: S): [S, (action: A) => void];
export function useEffect(effect: () => void | (() => void), inputs?: any[]): void;
export function useLayoutEffect(effect: () => void | (() => void), inputs?: any[]): void;
export function useRef<T>(initial: T): { current: T };
export function useMemo<T>(make: () => T, inputs: any[]): T;
export function useCallback<F extends (...given: any[]) => any>(call: F, inputs: any[]): F;
export function useContext<T>(context: { Provider: any; Consumer: any }): T;
export function useErrorBoundary(told?: (error: any) => void): [any, () => void];
export function useImperativeHandle(ref: any, make: () => any, inputs?: any[]): void;
export class Component { props: any; state: any; setState(next: any): void; }
